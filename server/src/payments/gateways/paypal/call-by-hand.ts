import type { Client } from '@paypal/paypal-server-sdk'

type Request = ReturnType<ReturnType<Client['getRequestBuilderFactory']>>

export async function callByHand(
  client: Client,
  method: 'GET' | 'POST',
  path: string,
  prepare: (request: Request) => void = () => {},
): Promise<{ result: unknown }> {
  const request = client.getRequestBuilderFactory()(method, path)
  request.authenticate([{ oauth2: true }])
  prepare(request)
  const { result } = await request.callAsOptionalText()
  return { result: result ? JSON.parse(result) : undefined }
}
