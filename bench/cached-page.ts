import { requestsPerSecond } from './fixtures/load.ts'
import { type Result, run } from './fixtures/open-shop.ts'

const LIMIT = 0.9
const ROUNDS = 5
const SECONDS = 3
const PLAIN_PORT = Number(process.env.BENCH_PORT ?? 3300) + 1

/** The home page from memory, as browsers request it, against Fastify sending a constant buffer of the same size. */
export async function cachedPage(shopUrl: string, encoding: 'br' | 'identity'): Promise<Result> {
  const { headers } = await fetch(shopUrl, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
  const bytes = headers.get('content-length') ?? ''
  const plainUrl = `http://127.0.0.1:${PLAIN_PORT}/`
  const plain = await run('bench/constant-buffer.ts', plainUrl, { PORT: String(PLAIN_PORT), BYTES: bytes })

  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await requestsPerSecond(shopUrl, SECONDS, encoding)
    const theirs = await requestsPerSecond(plainUrl, SECONDS, encoding)
    ratios.push(ours / theirs)
    process.stdout.write(`  ${encoding}: page ${ours.toFixed(0)}/s, constant buffer ${theirs.toFixed(0)}/s\n`)
  }
  await plain.close()

  const ratio = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  return {
    name: `cached page, ${bytes} bytes of ${encoding}, against a constant buffer (median of ${ROUNDS})`,
    figure: `${ratio.toFixed(2)}x`,
    limit: `${LIMIT}x`,
    holds: ratio >= LIMIT,
  }
}
