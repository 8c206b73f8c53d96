import { readdir, readFile } from 'node:fs/promises'
import { photograph } from '../server/test/photograph.ts'
import { signIn } from './fixtures/admin.ts'
import { openShop, type Result } from './fixtures/open-shop.ts'
import { residentMegabytes } from './fixtures/resident-memory.ts'
import { leaveAvifsOut } from './fixtures/shop-pages.ts'

const UPLOADS = 10
const PAUSE_MS = 10
/** Limit of a visitor's request while pictures are processed; without them it takes about a millisecond. */
const LIMIT_MS = 50

/** Visitors' latency, and memory, during ten concurrent uploads of large pictures. */
export async function uploads(): Promise<Result[]> {
  const shop = await openShop()
  try {
    await leaveAvifsOut(shop.databaseUrl)
    const cookie = await signIn(shop.url)
    const memory = watchMemory(shop.pid)
    const idle = await memory.most()
    const pictures = { avatar: await photograph(4600, 3400), media: await photograph(7600, 5200) }

    let isOver = false
    const started = performance.now()
    const sent = Promise.all(
      Array.from({ length: UPLOADS }, (_, n) => upload(shop.url, cookie, n % 2 === 0, pictures)),
    ).finally(() => {
      isOver = true
    })
    const [page, health] = await Promise.all([
      latencies(shop.url, () => isOver),
      latencies(`${shop.url}api/health`, () => isOver),
    ])
    const statuses = (await sent).toSorted((a, b) => a - b)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const most = await memory.close()
    process.stdout.write(`  ${UPLOADS} uploads in ${seconds} s, answered ${statuses.join(' ')}\n`)
    process.stdout.write(
      `  memory before: ${idle.server} MB; at most: server ${most.server}, others ${most.others} MB\n`,
    )
    return [slowest('cached page', page), slowest('health', health)]
  } finally {
    await shop.close()
  }
}

async function upload(url: string, cookie: string, isAvatar: boolean, pictures: { avatar: Buffer; media: Buffer }) {
  const body = new FormData()
  const bytes = new Uint8Array(isAvatar ? pictures.avatar : pictures.media)
  body.append(isAvatar ? 'avatar' : 'image', new Blob([bytes]), 'photograph.jpg')
  const [method, path] = isAvatar ? ['PATCH', 'users/current-user/avatar'] : ['POST', 'media']
  const answer = await fetch(`${url}api/${path}`, { method, body, headers: { cookie } })
  await answer.arrayBuffer()
  return answer.status
}

/** Sends one request after the other until `isOver`; answers the milliseconds of each. */
async function latencies(url: string, isOver: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!isOver()) {
    const started = performance.now()
    await (await fetch(url)).arrayBuffer()
    took.push(performance.now() - started)
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  return took.toSorted((a, b) => a - b)
}

function slowest(name: string, took: number[]): Result {
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0
  const figures = [at(0.5), at(0.95), at(1)].map(ms => ms.toFixed(1))
  return {
    name: `${name} during ${UPLOADS} uploads, median, p95 and slowest of ${took.length}`,
    figure: `${figures.join(', ')} ms`,
    limit: `${LIMIT_MS} ms for the p95`,
    holds: at(0.95) < LIMIT_MS,
  }
}

/** Records the peak memory of the server and of its picture processes, on systems with /proc. */
function watchMemory(pid: number) {
  const most = { server: 0, others: 0 }
  async function measure() {
    most.server = Math.max(most.server, await residentMegabytes(pid))
    let others = 0
    for (const child of await nodeChildrenOf(pid)) others += await residentMegabytes(child)
    most.others = Math.max(most.others, others)
  }
  const timer = setInterval(() => void measure(), 50)
  return {
    async most() {
      await measure()
      return { ...most }
    },
    async close() {
      clearInterval(timer)
      await measure()
      return most
    },
  }
}

async function nodeChildrenOf(pid: number): Promise<number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const children: number[] = []
  for (const name of names) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.replace(/^.*\) \S /s, '').split(' ')[0]) === pid && !stat.includes('(postgres')) {
      children.push(Number(name))
    }
  }
  return children
}
