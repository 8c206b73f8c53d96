/** The buyer's choice on the provider's page. */
export type Choice = 'pay' | 'refuse' | 'challenge' | 'echeck' | 'later' | 'risky' | 'cancel'

/**
 * Opens the approval page and sends its form, as a browser without script does; answers where it leads. A page that
 * refuses a card stays open.
 */
export async function approve(
  approveUrl: string,
  choice: Choice = 'pay',
  fields: Record<string, string> = {},
): Promise<URL> {
  const page = await (await fetch(approveUrl)).text()
  const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1]
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
  if (!token || !action) throw new Error(`There is nothing to approve here:\n${page}`)

  const answer = await fetch(new URL(action.replaceAll('&amp;', '&'), approveUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form_token: token, email: 'buyer@example.com', choice, ...fields }),
  })
  const location = answer.status === 422 ? approveUrl : answer.headers.get('location')
  if (!location) throw new Error(`The form led nowhere:\n${await answer.text()}`)
  return new URL(location)
}
