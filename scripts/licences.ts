import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Prints the licences of what the shop runs with, by npm's own list of the lock file; exits 1 for one that is not accepted here. */

/** All may be used in a shop of any owner; LGPL is libvips, a library of its own beside sharp. */
const ACCEPTED = [
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', '0BSD', 'Unlicense'],
  ...['OFL-1.1', 'PSF-2.0', 'CC-BY-3.0', 'CC-BY-4.0', 'LGPL-3.0-or-later'],
]

/** Packages whose description has no licence; its file says which. */
const BY_FILE: Record<string, string> = { 'png-js': 'MIT' }

interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const npm = process.env.npm_execpath
const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
const [file, before] = npm ? [process.execPath, [npm]] : ['npm', []]
const bill = execFileSync(file, [...before, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
const { components }: { components: Component[] } = JSON.parse(bill)

const byLicence = new Map<string, string[]>()
for (const { name, version, licenses = [] } of components) {
  if (workspaces.some(folder => basename(folder) === name)) continue
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ')
  const licence = named || (BY_FILE[name] ?? 'no licence')
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`])
}

const isAccepted = (licence: string) => {
  const parts = licence.split(' AND ').map(part => part.replace(/[()]/g, '').split(' OR '))
  return parts.every(choices => choices.some(choice => ACCEPTED.includes(choice)))
}

for (const [licence, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
  const isFine = isAccepted(licence)
  if (!isFine) process.exitCode = 1
  const mark = isFine ? 'ok  ' : 'BAD '
  process.stdout.write(`${mark} ${licence} (${names.length}): ${names.join(', ')}\n`)
}
