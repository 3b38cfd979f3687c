import { Num } from "../ui/Num";

/** A change of a chance, in percentage points, with half its 95 % interval where one is known. */
export function Points({ value, margin }: { value: number; margin?: number | null | undefined }) {
  return (
    <span className="whole">
      <Num value={100 * value} signed digits={1} />
      {margin ? (
        <small>
          {" "}
          <bdi dir="ltr">
            ± <Num value={100 * margin} digits={1} />
          </bdi>
        </small>
      ) : null}
    </span>
  );
}
