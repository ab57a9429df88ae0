// compress.mjs FILE...: writes FILE.br and FILE.gz beside each file, as small as they get.
// With SCOREKEEPER_POCKET_QUICK=1, as make test builds it, ten times faster and a fifth larger.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const quality = process.env.SCOREKEEPER_POCKET_QUICK === "1" ? 5 : constants.BROTLI_MAX_QUALITY;

for (const file of process.argv.slice(2)) {
  const data = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(data, { params }));
}
