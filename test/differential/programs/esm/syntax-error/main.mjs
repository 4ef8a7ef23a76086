import fs from "node:fs";

export const x = 1;
function broken( {
  return 1;
}
