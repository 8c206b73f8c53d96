import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { OwnCall } from '../platform/http/shared-calls.ts'

interface Assets {
  earlyScript: string
  script: string
  styles: string[]
}

interface RenderedPage {
  status: number
  html: string
  isWhole: boolean
}

export interface Exchange extends OwnCall {
  /** The call in the contract, as 'GET /products/:id'. */
  name: string
  path: string
}

/** The built web app. It has its own copy of every module, so only plain data and functions are passed. */
interface ServerEntry {
  render(url: string, assets: Assets, scriptsOf: (source: string) => string[]): Promise<RenderedPage>
  setTransport(transport: (exchange: Exchange) => Promise<{ status: number; body: unknown }>): void
  fonts: string[]
}

export interface WebApp extends Omit<ServerEntry, 'render'> {
  folder: string
  render(url: string): Promise<RenderedPage>
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

const built = new URL('../../../web/dist/', import.meta.url)

export async function loadWebApp(): Promise<WebApp> {
  const folder = fileURLToPath(new URL('client/', built))
  const entry: ServerEntry = await import(pathToFileURL(fileURLToPath(new URL('server/entry-server.js', built))).href)
  const manifest: Manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'))
  const assets = assetsOf(manifest)
  const scriptsOf = (source: string) => filesOf(manifest, source).filter(file => file !== assets.script)
  const { fonts, setTransport } = entry
  return { folder, fonts, setTransport, render: url => entry.render(url, assets, scriptsOf) }
}

function filesOf(manifest: Manifest, source: string, found = new Set<string>()): string[] {
  const chunk = manifest[source]
  if (chunk && !found.has(`/${chunk.file}`)) {
    found.add(`/${chunk.file}`)
    for (const name of chunk.imports ?? []) filesOf(manifest, name, found)
  }
  return [...found]
}

function assetsOf(manifest: Manifest): Assets {
  const [entry, early] = [manifest['src/entry-client.tsx'], manifest['src/early.ts']]
  if (!entry || !early) throw new Error('The built web app has no entry.')
  return {
    earlyScript: `/${early.file}`,
    script: `/${entry.file}`,
    styles: (entry.css ?? []).map(file => `/${file}`),
  }
}
