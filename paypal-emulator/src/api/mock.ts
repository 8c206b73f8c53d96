import type { IncomingHttpHeaders } from 'node:http'
import { internalServerError, invalidRequest, unprocessable } from '../base/errors.ts'
import { isIssue } from '../base/issues.ts'

/** As in PayPal's sandbox, a mocked error is only a response: nothing changes. */
export function obeyMock(headers: IncomingHttpHeaders) {
  const mock = headers['paypal-mock-response']?.toString()
  if (!mock) return

  const code = mockedCode(mock)
  if (code === 'INTERNAL_SERVER_ERROR') throw internalServerError()
  if (isIssue(code)) throw unprocessable([{ issue: code }])
  const description = 'A parameter value is not valid.'
  throw invalidRequest([
    { issue: 'INVALID_PARAMETER_VALUE', description, field: 'PayPal-Mock-Response', value: mock, location: 'header' },
  ])
}

function mockedCode(mock: string) {
  try {
    return String(JSON.parse(mock).mock_application_codes)
  } catch {
    return ''
  }
}
