/** The merchants: what each buys, whether its barrel is there, and what the barrel brings. */
import { buysOf, describeBonus, describeMerchant } from "./describe";
import { GoodIcon, Icon } from "./glyphs";
import styles from "./Markets.module.css";
import type { BrassView, Industry } from "./view";
import { useWords } from "./words";

export function Merchants({ view }: { view: BrassView }) {
  const words = useWords();
  const open = view.places.filter((place) => place.merchants.length > 0);
  return (
    <ul className={styles.merchants}>
      {open.map((place) => (
        <li key={place.id}>
          <span className={styles.name}>{words.place(place.id)}</span>
          <span className={styles.tiles}>
            {place.merchants.map((merchant) => (
              <span
                key={merchant.id}
                className={styles.tile}
                role="img"
                aria-label={describeMerchant(place, merchant, words)}
              >
                {buysOf(merchant).map((one) => (
                  <Icon key={one} name={one as Industry} />
                ))}
                {buysOf(merchant).length === 0 ? "–" : <GoodIcon name="beer" ghost={!merchant.barrel} />}
              </span>
            ))}
          </span>
          <span className={styles.bonus}>{describeBonus(place.id, words)}</span>
        </li>
      ))}
    </ul>
  );
}
