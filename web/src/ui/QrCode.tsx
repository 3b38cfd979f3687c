/** A link as a picture that a telephone's camera reads. */
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "../i18n/Locale";
import styles from "./QrCode.module.css";

export function QrCode({ text }: { text: string }) {
  const { t } = useLocale();
  const { data: rows } = useQuery({
    queryKey: ["qr", text],
    queryFn: async () => (await import("uqr")).encode(text, { border: 2 }).data,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (!rows) return null;
  const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={t("ui.invite.qr_about")}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dots.join("")} fill="#000" />
    </svg>
  );
}
