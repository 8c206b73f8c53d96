import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Result } from './fixtures/open-shop.ts'

interface Section {
  at: string
  commit: string
  machine: string
  seconds: number
  results: Result[]
}

const json = new URL('RESULTS.json', import.meta.url)
const markdown = new URL('RESULTS.md', import.meta.url)
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Replaces a measurement in RESULTS.json and RESULTS.md; the others stay, each with the commit that it measured. */
export function report(name: string, order: string[], seconds: number, results: Result[]): void {
  const sections: Record<string, Section> = JSON.parse(readFileSync(json, 'utf8'))
  sections[name] = { at: new Date().toISOString().slice(0, 10), ...environment(), seconds, results }
  writeFileSync(json, `${JSON.stringify(sections, null, 2)}\n`)
  const known = order.flatMap(title => (sections[title] ? [[title, sections[title]] as const] : []))
  writeFileSync(markdown, `${HEAD}${known.map(([title, section]) => toMarkdown(title, section)).join('')}`)
}

const HEAD = `# Measured speed

Written by \`npm run bench\`; \`npm run bench -- search\` replaces one part. A limit is a ratio or a time in the same run on the same machine. CPU time
is that of all threads and processes.
`

function environment() {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!bench') !== ''
  return {
    commit: git('rev-parse', '--short=8', 'HEAD') + (isChanged ? ' and changes' : ''),
    machine: `${cpus().length} × ${cpu?.model.trim()}, ${memory} GB, Node ${process.versions.node}`,
  }
}

function toMarkdown(name: string, { at, commit, machine, seconds, results }: Section): string {
  const rows = results.map(({ name, figure, limit, holds }) => {
    const verdict = limit ? `${limit}${holds ? '' : ': **fails**'}` : ''
    return `| ${name} | ${figure} | ${verdict} |`
  })
  return `
## ${name}

${at}, ${commit}, ${machine}; took ${Math.round(seconds)} s.

| What | Figure | Limit |
|---|---|---|
${rows.join('\n')}
`
}
