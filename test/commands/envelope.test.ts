import { expect, it } from "vitest";
import { failure } from "../../src/commands/envelope.js";
import { GroundmarkError } from "../../src/core/errors.js";

it("redacts an error on its way out, in every field", () => {
  const card = "4111 1111 1111 1111";
  const error = new GroundmarkError("ACTION_NOT_SUPPORTED", `no action ${card}`, {
    suggestion: `Not ${card}.`,
    details: { actions: [`pay ${card}`] },
  });
  expect(failure("click", error)).toEqual({
    version: "1",
    ok: false,
    command: "click",
    error: {
      code: "ACTION_NOT_SUPPORTED",
      message: "no action [REDACTED_CARD]",
      suggestion: "Not [REDACTED_CARD].",
      details: { actions: ["pay [REDACTED_CARD]"] },
    },
  });
});

it("calls an aborted signal what it is", () => {
  expect(failure("click", AbortSignal.abort().reason)).toMatchObject({ error: { code: "CANCELLED" } });
});
