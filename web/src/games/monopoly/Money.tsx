import { useLocale } from "../../i18n/Locale";

/** An amount of money, kept together and in its own direction. */
export function Money({ value }: { value: number }) {
  const { t } = useLocale();
  return <bdi className="num">{t("monopoly_ui.amount", { amount: value })}</bdi>;
}
