interface Log {
  warn(details: object, message: string): void
}

/** Loads what the first payment, email or new password needs: later the shop may be short of files or memory. */
export async function loadAhead(loads: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const load of loads) {
    await load().catch(err => log.warn({ err }, 'something was not loaded ahead, and is loaded when it is needed'))
  }
}
