/** What can be changed about a space, a merchant or a line of the map, over the map beside it. */
import { CheckField, FaultsAt, NumberField, SelectField } from "../../../position/Field";
import { Button } from "../../../ui/Button";
import type { PositionProps } from "../../registry";
import { describeLine } from "../describe";
import { resourceOf, TILES } from "../facts";
import type { BrassView, Line, Merchant, Space } from "../view";
import { useWords } from "../words";
import {
  type BrassFields,
  type Edit,
  linkOf,
  setBarrel,
  setFlipped,
  setGoods,
  setLink,
  setMerchant,
  setTile,
  tileOf,
} from "./edit";
import styles from "./Position.module.css";

interface SpotPanelProps extends PositionProps {
  map: BrassView;
  /** The edge of the map away from it. */
  side: "top" | "bottom";
}

interface PartProps {
  fields: BrassFields;
  seats: PositionProps["seats"];
  change(edit: Edit): void;
}

export function SpotPanel({ map, side, picked, onPick, fields: given, seats, change }: SpotPanelProps) {
  const words = useWords();
  if (picked === null) return null;
  const fields = given as BrassFields;
  const id = picked.slice(picked.indexOf(":") + 1);
  const place = map.places.find(({ spaces, merchants }) => [...spaces, ...merchants].some((one) => one.id === id));
  const space = place?.spaces.find((one) => one.id === id);
  const merchant = place?.merchants.find((one) => one.id === id);
  const line = map.lines.find((one) => one.id === id);
  const part: PartProps = { fields, seats, change: (edit) => change((before) => edit(before as BrassFields)) };
  const title = line ? words.locale.word("brass", "line", id) : place ? words.place(place.id) : "";
  return (
    <section className={styles.panel} data-side={side} aria-label={title}>
      <div className={styles.title}>
        <h2>{title}</h2>
        <Button small aria-label={words.t("position.close")} onClick={() => onPick(null)}>
          <span aria-hidden="true">×</span>
        </Button>
      </div>
      {space ? <SpaceFields {...part} space={space} /> : null}
      {merchant ? <MerchantFields {...part} merchant={merchant} /> : null}
      {line && picked.startsWith("line:") ? <LineFields {...part} line={line} /> : null}
      {space || merchant || line ? null : <p>{words.t("position.closed")}</p>}
    </section>
  );
}

function SpaceFields({ fields, seats, change, space }: PartProps & { space: Space }) {
  const words = useWords();
  const { t } = words;
  const tile = tileOf(fields, space.id);
  const at = ["tiles", fields.tiles.findIndex((one) => one.at === space.id)];
  const kinds = space.industries.flatMap((industry) => TILES[industry]);
  const resource = tile && resourceOf(kinds.find(({ name }) => name === tile.tile)?.industry ?? "cotton");
  const owner = tile?.owner ?? fields.order[fields.turn] ?? 0;
  return (
    <div className={styles.fields}>
      <SelectField
        label={t("position.tile")}
        at={at}
        value={tile?.tile ?? ""}
        choices={[["", t("position.none")], ...kinds.map(({ name }) => [name, words.tile(name)] as const)]}
        onChange={(chosen) => change(setTile(space.id, chosen === "" ? null : chosen, owner))}
      />
      {tile ? (
        <SelectField
          label={t("position.owner")}
          at={[...at, "owner"]}
          value={tile.owner}
          choices={seats.map(({ seat, name }) => [seat, name])}
          onChange={(seat) => change(setTile(space.id, tile.tile, Number(seat)))}
        />
      ) : null}
      {tile && resource ? (
        <NumberField
          label={t(`position.goods_${resource}`)}
          at={[...at, "goods"]}
          value={tile.goods ?? space.goods}
          onChange={(goods) => change(setGoods(space.id, goods))}
        />
      ) : null}
      {tile ? (
        <CheckField
          label={t("position.flipped")}
          checked={space.flipped}
          onChange={(flipped) => change(setFlipped(space.id, flipped))}
        />
      ) : null}
    </div>
  );
}

const BUYS = ["cotton", "manufacturer", "pottery", "cotton/manufacturer/pottery", "blank"] as const;

function MerchantFields({ fields, change, merchant }: PartProps & { merchant: Merchant }) {
  const { t, locale } = useWords();
  const at = ["merchants", merchant.id.split(".")[0] ?? ""];
  return (
    <div className={styles.fields}>
      <SelectField
        label={t("position.buys")}
        at={at}
        value={merchant.tile ?? "blank"}
        choices={BUYS.map((one) => [one, one === "blank" ? t("position.nothing") : locale.word("brass", "buys", one)])}
        onChange={(tile) => change(setMerchant(merchant.id, tile))}
      />
      <CheckField
        label={t("position.barrel")}
        checked={fields.barrels.includes(merchant.id)}
        onChange={(has) => change(setBarrel(merchant.id, has))}
      />
    </div>
  );
}

function LineFields({ fields, seats, change, line }: PartProps & { line: Line }) {
  const words = useWords();
  const owner = linkOf(fields, line.id);
  return (
    <>
      <p className={styles.about}>{describeLine(line, words)}</p>
      <SelectField
        label={words.t(`position.link_${fields.era}`)}
        at={["links", fields.links.findIndex((one) => one.line === line.id)]}
        value={owner ?? ""}
        choices={[["", words.t("position.nobody")], ...seats.map(({ seat, name }) => [seat, name] as const)]}
        onChange={(seat) => change(setLink(line.id, seat === "" ? null : Number(seat)))}
      />
      {owner === null ? null : <FaultsAt at={["players", owner, "links"]} />}
    </>
  );
}
