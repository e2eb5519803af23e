import { useEffect, useState } from "react";
import { api } from "../../api/client";
import type { Picture } from "../../api/types";
import { Figure } from "../../parts/Figure";
import { Progress } from "../../parts/Progress";
import { carefully } from "../../state/history";
import type { Judged } from "../Judge";

/** The pictures of the report, as the report has them. */
export function Pictures({ run }: Judged) {
  const [pictures, setPictures] = useState<Picture[] | null>(null);
  useEffect(() => {
    void carefully(() => api.pictures(run.id)).then((list) => setPictures(list ?? []));
  }, [run.id]);
  if (!pictures) return <Progress label="The pictures are being drawn" share={null} />;
  if (pictures.length === 0) return <p className="nothing">There are no pictures of this run.</p>;
  return (
    <>
      <p className="legend pictures-legend">
        <span className="legend-box is-before" /> before <span className="legend-box is-after" /> after
      </p>
      <div className="pictures">
        {pictures.map((picture) => (
          <Figure key={picture.name} title={picture.title} svg={picture.svg} />
        ))}
      </div>
    </>
  );
}
