import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Row } from "../ui/Row.tsx";

/** What of the newest request has grown past its limits, with the numbers. */
export function SliceRows() {
  const slice = useApp().chat.harness.value?.slice;
  const settings = useApp().chat.harness.value?.settings;
  if (!slice || !settings) return null;
  return (
    <>
      {slice.fired && slice.changedLines !== null && (
        <Row icon="symbol-ruler">
          {`${text("sliceChanged", slice.changedLines, slice.limit)} ${text("sliceAsked")}`}
        </Row>
      )}
      {slice.files
        .filter(({ fired }) => fired)
        .map(({ path, before, after }) => (
          <Row key={path} icon="symbol-ruler">
            {text("sliceGrew", showHidden(path), before, after, settings.maxFileLines)}
          </Row>
        ))}
    </>
  );
}
