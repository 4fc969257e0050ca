// Runs the firmware under real MicroPython and lets a line of text drive each turn of its loop.
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [build, firmware, program] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(build));
const micropython = await loadMicroPython({ stdout: (line) => process.stdout.write(line + "\n"), linebuffer: true });

try {
  micropython.FS.mkdir("/firmware");
  for (const name of readdirSync(firmware).filter((name) => name.endsWith(".py"))) {
    micropython.FS.writeFile("/firmware/" + name, readFileSync(join(firmware, name)));
  }
  micropython.runPython("import sys; sys.path.append('/')");
  micropython.runPython(readFileSync(program, "utf8"));
  for await (const line of createInterface({ input: process.stdin })) {
    micropython.globals.get("turn")(line);
  }
} catch (error) {
  console.log(String(error.message)); // Node would print all of the WebAssembly loader first
  process.exit(1);
}
