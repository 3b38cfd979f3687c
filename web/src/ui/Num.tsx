import { useLocale } from "../i18n/Locale";

interface NumProps {
  value: number;
  /** "+3" for gains too. */
  signed?: boolean;
  /** The value is a share: 0.41 is 41 %. */
  percent?: boolean;
  /** Digits after the point. */
  digits?: number;
  /** 1,500 with a separator of thousands. */
  grouping?: boolean;
}

/** A number in the reader's digits, in an element of its own so that its sign stays in front of it. */
export function Num({ value, signed = false, percent = false, digits = 0, grouping = true }: NumProps) {
  const { number } = useLocale();
  const text = number(value, {
    signDisplay: signed ? "exceptZero" : "auto",
    style: percent ? "percent" : "decimal",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: grouping,
  });
  return (
    <bdi dir="ltr" className="num">
      {text}
    </bdi>
  );
}

interface IntervalProps extends Pick<NumProps, "percent" | "digits" | "grouping"> {
  low: number;
  high: number;
}

/** Between what and what a number lies: one piece, which no line break and no direction takes apart. */
export function Interval({ low, high, ...how }: IntervalProps) {
  return (
    <small className="interval">
      <bdi dir="ltr" className="num">
        (<Num value={low} {...how} /> … <Num value={high} {...how} />)
      </bdi>
    </small>
  );
}
