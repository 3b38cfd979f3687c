/** The record of a game, as a file. */
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { ProblemText } from "../ui/ProblemText";
import { saveFile } from "../ui/saveFile";

interface ExportRecordProps {
  table: TableInfo;
  /** Whose eyes look: a table that is not public gives its record to nobody else. */
  eyes: Eyes | undefined;
}

export function ExportRecord({ table, eyes }: ExportRecordProps) {
  const { t } = useLocale();
  const take = useMutation({
    mutationFn: () => api.record(table.id, eyes),
    onSuccess: (file) => saveFile(file, `${table.game}-${table.id}.json`),
  });
  return (
    <>
      <Button small disabled={take.isPending} onClick={() => take.mutate()}>
        {t("ui.archive.export")}
      </Button>
      <ProblemText error={take.error} />
    </>
  );
}
