import { useLocale } from "../../i18n/Locale";

/** An amount of money, kept together and in its own direction. */
export function Money({ value }: { value: number }) {
  const { money } = useLocale();
  return <bdi className="num">{money(value, "monopoly")}</bdi>;
}
