import { sendAgain } from '../api/webhooks.ts'
import type { Emulator } from '../base/emulator.ts'
import { ApiError } from '../base/errors.ts'
import { addFault, clearFaults } from '../base/faults.ts'
import type { Answer, ApiRequest } from '../base/http.ts'
import { setClockAhead } from './clock.ts'
import { consolePage } from './console-page.ts'
import { issueFormToken, takeFormToken } from './form-tokens.ts'
import { pageAnswer } from './page.ts'
import { triggerEventByRequest } from './provider-events.ts'

export function showConsole(emulator: Emulator): Answer {
  return answerWith(emulator, 200)
}

/** Performs the action of a form; each form works once, so that a double click has one effect. */
export function actInConsole(emulator: Emulator, { form }: ApiRequest): Answer {
  if (takeFormToken(emulator, form) !== 'console') {
    return answerWith(emulator, 409, 'That form was already used. Here is what is true now.')
  }
  try {
    act(emulator, form)
    return { status: 303, headers: { location: '/__emulator' } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return answerWith(emulator, error.status, sentenceOf(error))
  }
}

function act(emulator: Emulator, form: URLSearchParams) {
  const { form_token, ...fields } = Object.fromEntries([...form].filter(([, value]) => value !== ''))
  if (fields.action === 'resend') sendAgain(emulator, fields.id ?? '')
  else if (fields.action === 'fault') addFault(emulator, faultOf(fields))
  else if (fields.action === 'clear-faults') clearFaults(emulator)
  else if (fields.action === 'clock') setClockAhead(emulator, Number(fields.hours))
  else triggerEventByRequest(emulator, fields)
}

/** Reads a fault from a form, whose values are texts: digits become numbers, except in `path`. */
function faultOf({ action, ...fields }: Record<string, string>) {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isNumber = /^\d+$/.test(value) && name !== 'path'
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

function sentenceOf({ problem: { message, details } }: ApiError) {
  const [first] = details
  return first ? `${first.field ? `${first.field}: ` : ''}${first.description}` : message
}

function answerWith(emulator: Emulator, status: number, notice?: string) {
  const page = consolePage(emulator, { formToken: issueFormToken(emulator, 'console'), notice })
  return pageAnswer(status, page, { referrer: 'same-origin' })
}
