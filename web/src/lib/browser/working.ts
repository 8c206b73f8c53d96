let count = 0

/** Shows the progress line above the page while the work runs. */
export async function showWorking<Result>(work: Promise<Result>): Promise<Result> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

function change(by: number) {
  count += by
  document.documentElement.toggleAttribute('data-working', count > 0)
}
