import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { refused, TooManyError } from '../platform/http/errors.ts'
import { RETRY_SECONDS } from '../platform/limits/limit-attempts.ts'
import {
  BUSY_WITH_PICTURES,
  type MadePicture,
  notPrepared,
  type PictureAnswer,
  type PictureRequest,
  type StoredPicture,
} from './pictures.ts'

/**
 * A picture of 40 megapixels takes up to 490 MB, or four seconds; the rest is for busy machines. Turn and picture stay
 * below SILENCE_MS.
 */
const PICTURE_LIMITS = {
  seconds: 40,
  turnSeconds: 60,
  megabytes: 640,
  idleSeconds: 20,
}

/** Half the server's share of a busy processor; with 10 an upload starves. */
const BEHIND_SERVER = 3

/** V8 reserves this for code and hardly uses it; Linux counts it as used. */
const RESERVED_MEGABYTES = 600

const tookTooLong = 'This picture takes too long to prepare. Please choose a smaller one.'

const script = fileURLToPath(new URL('picture-process.ts', import.meta.url))

export type OpenPictureMaker = ReturnType<typeof openPictureMaker>
export type PictureMaker = Omit<OpenPictureMaker, 'pid' | 'close'>

/** Decoders take memory and are attacked by hostile files, so another process runs them (docs/decisions/0024). */
export function openPictureMaker(folder: string, limits = PICTURE_LIMITS) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const inTurn = openTurns(limits.turnSeconds)

  function running(): ChildProcess {
    if (child) return child
    const started = startProcess(folder, limits.megabytes)
    child = started.on('exit', () => forget(started)).on('error', () => forget(started))
    return child
  }

  function forget(ended: ChildProcess) {
    if (child === ended) child = undefined
  }

  function endIdle(unused: ChildProcess) {
    forget(unused)
    unused.kill()
  }

  async function make(request: PictureRequest): Promise<MadePicture> {
    clearTimeout(idle)
    const asked = running()
    try {
      return pictureOf(await ask(asked, request, limits.seconds))
    } finally {
      idle = setTimeout(() => endIdle(asked), limits.idleSeconds * 1000).unref()
    }
  }

  return {
    /** Only a logo may be an SVG; `isFirst`: the file has more pictures than the one that is kept. */
    makePicture: (bytes: Buffer, use: 'picture' | 'logo' = 'picture') => inTurn(() => make({ kind: use, bytes })),
    makeAvatar: (bytes: Buffer): Promise<StoredPicture> => inTurn(() => make({ kind: 'avatar', bytes })),
    /** A stored picture is named by its largest rendition. */
    makeEmailPicture: (file: string): Promise<StoredPicture> => inTurn(() => make({ kind: 'email', file })),
    get pid() {
      return child?.pid
    },
    async close() {
      clearTimeout(idle)
      if (!child) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** The environment holds secrets, so the process gets none of it. RLIMIT_DATA stops growth between its own checks. */
function startProcess(folder: string, megabytes: number): ChildProcess {
  const command = [process.execPath, script, folder, String(megabytes)]
  const [program = '', ...args] =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', `ulimit -d ${(megabytes + RESERVED_MEGABYTES) * 1000}; exec "$0" "$@"`, ...command]
      : command
  const { PATH, SystemRoot } = process.env
  const child = spawn(program, args, {
    env: { PATH, SystemRoot },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (child.pid) setPriority(child.pid, BEHIND_SERVER)
  return child
}

/** A picture that ends the process is unfit. */
async function ask(child: ChildProcess, request: PictureRequest, seconds: number): Promise<PictureAnswer> {
  const done = new AbortController()
  const { signal } = done
  let isTooLong = false
  const timer = setTimeout(() => {
    isTooLong = true
    child.kill('SIGKILL')
  }, seconds * 1000)
  try {
    const first = Promise.race([
      once(child, 'message', { signal }).then(([answer]): PictureAnswer => answer),
      once(child, 'exit', { signal }).then(() => undefined),
    ])
    child.send(request)
    return (await first) ?? { kind: 'unfit', message: isTooLong ? tookTooLong : notPrepared }
  } finally {
    clearTimeout(timer)
    done.abort()
  }
}

function pictureOf(answer: PictureAnswer): MadePicture {
  if (answer.kind === 'made') return answer.picture
  if (answer.kind === 'unfit') throw refused(answer.message, 'invalid_file')
  // The code tells a full disk from a bug.
  throw Object.assign(new Error(`A picture could not be stored: ${answer.message}`), { code: answer.code })
}

/** One at a time; a turn that takes too many seconds is refused. */
function openTurns(seconds: number) {
  const turns = pLimit(1)
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const late = AbortSignal.timeout(seconds * 1000)
    return turns(() => {
      if (late.aborted) throw new TooManyError(BUSY_WITH_PICTURES, RETRY_SECONDS, 'shop_busy')
      return work()
    })
  }
}
