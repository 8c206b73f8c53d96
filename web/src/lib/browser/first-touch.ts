const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll']

/** Calls back once, with the first sign of use of the page. */
export function onFirstTouch(listener: () => void): void {
  const controller = new AbortController()
  const { signal } = controller
  const touched = () => {
    controller.abort()
    listener()
  }
  for (const sign of SIGNS) addEventListener(sign, touched, { signal, passive: true, capture: true })
}
