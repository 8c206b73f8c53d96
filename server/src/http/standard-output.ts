import { writeSync } from 'node:fs'

/** Standard output, for the log. A line that cannot be written, as on a full disk, is lost and does not stop the shop. */
export const standardOutput = {
  write(line: string): void {
    try {
      writeSync(process.stdout.fd, line)
    } catch {}
  },
}
