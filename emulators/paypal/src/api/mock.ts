import type { IncomingHttpHeaders } from 'node:http'
import { internalServerError, invalidRequest, unprocessable } from '../base/errors.ts'
import { isIssue } from '../base/issues.ts'

/** Throws the error that a request asks for in its header; as in PayPal's sandbox, the request then changes nothing. */
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
