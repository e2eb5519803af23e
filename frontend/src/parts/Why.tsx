import { Button, DialogTrigger, Popover } from "react-aria-components";
import { type Term, WHY } from "../words/why";

/** A small "?" beside a word of the trade, which opens what it means in plain words. */
export function Why({ term }: { term: Term }) {
  const { title, text } = WHY[term];
  return (
    <DialogTrigger>
      <Button className="why" aria-label={`Why? ${title}`}>
        ?
      </Button>
      <Popover className="popover why-popover" placement="bottom start" offset={6}>
        <div className="why-text">
          <p className="why-title">{title}</p>
          {text.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </Popover>
    </DialogTrigger>
  );
}
