interface Emulator {
  url: string
  clientId: string
}

/** What a buyer's browser may do at PayPal with the shop's public client id (P15, P16). */
export function paypalBrowser({ url, clientId }: Emulator) {
  async function call(method: string, path: string, body?: object) {
    const token = await fetch(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:`)}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    })
    const { access_token }: { access_token: string } = JSON.parse(await token.text())
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, prefer: 'return=representation' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return JSON.parse((await answer.text()) || 'null')
  }

  return {
    /** Opens an order with these purchase units; answers its id and where it is approved. */
    async open(...units: object[]): Promise<{ id: string; approveUrl: string }> {
      const experience_context = { return_url: 'http://localhost/', cancel_url: 'http://localhost/' }
      const { id } = await call('POST', '/v2/checkout/orders', {
        intent: 'CAPTURE',
        purchase_units: units,
        payment_source: { paypal: { experience_context } },
      })
      return { id, approveUrl: `${url}/checkoutnow?token=${id}` }
    },

    /** Changes one field of an order's only unit. */
    change: (id: string, field: string, value: unknown) =>
      call('PATCH', `/v2/checkout/orders/${id}`, [
        { op: 'replace', path: `/purchase_units/@reference_id=='default'/${field}`, value },
      ]),

    async capture(id: string): Promise<string> {
      const { purchase_units } = await call('POST', `/v2/checkout/orders/${id}/capture`)
      return purchase_units[0].payments.captures[0].id
    },
  }
}

export const usd = (value: string) => ({ currency_code: 'USD', value })

/** The account of the buyer himself. */
export const ANOTHER_ACCOUNT = { merchant_id: 'ANOTHERSHOP23' }
