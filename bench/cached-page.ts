import { requestsPerSecond } from './load.ts'
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
    const [ours, theirs] = [await requestsPerSecond(shopUrl, SECONDS), await requestsPerSecond(plainUrl, SECONDS)]
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
