import autocannon from 'autocannon'
import { type Result, run } from './open-shop.ts'

const LIMIT = 0.9
const ROUNDS = 5
const SECONDS = 4
const PLAIN_PORT = 3301

/** The home page from memory against Fastify sending a constant buffer of the same size; rounds take turns. */
export async function cachedPage(shopUrl: string): Promise<Result> {
  const page = await (await fetch(shopUrl, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer()
  const plainUrl = `http://127.0.0.1:${PLAIN_PORT}`
  const plain = await run('bench/constant-buffer.ts', plainUrl, {
    PORT: String(PLAIN_PORT),
    BYTES: String(page.byteLength),
  })

  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [await requestsPerSecond(shopUrl), await requestsPerSecond(plainUrl)]
    ratios.push(ours / theirs)
    process.stdout.write(`  page ${ours.toFixed(0)}/s, constant buffer ${theirs.toFixed(0)}/s\n`)
  }
  await plain.close()

  const ratio = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  return {
    name: `cached page of ${page.byteLength} bytes against a constant buffer (median of ${ROUNDS})`,
    figure: `${ratio.toFixed(2)}x`,
    limit: `${LIMIT}x`,
    holds: ratio >= LIMIT,
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections: 32, duration: SECONDS })
  if (non2xx + errors > 0) throw new Error(`${url} refused ${non2xx + errors} requests`)
  return requests.average
}
