import { useQuery } from "@tanstack/react-query";
import { useLocale } from "../../i18n/Locale";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import styles from "./Panel.module.css";

/** What the agent that is asked would probably say; nothing where a person answers, or the table has no hints. */
export function Says({ table, seats, decision, reply, actions }: BoardProps & { actions: string[] }) {
  const { t } = useLocale();
  const { data, isFetching } = useQuery({
    queryKey: ["reply", table.id, decision?.id, actions.join(" ")],
    queryFn: () => reply(actions),
    enabled: table.hints !== "off" && decision !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isFetching) return <p className={styles.soft}>{t("monopoly_ui.trade.asking")}</p>;
  if (!data || data.seat === null) return null;
  const accepts = data.action === "accept";
  return (
    <p className={styles.says}>
      <PlayerMark seat={data.seat} name={seats[data.seat]?.name} />
      <span className={accepts ? styles.good : styles.bad}>
        {t(`monopoly_ui.trade.says_${accepts ? "yes" : "no"}`, { seat: data.seat })}
      </span>
    </p>
  );
}
