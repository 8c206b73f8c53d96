import { setClockAhead } from './clock.ts'
import { consolePage } from './console-page.ts'
import type { Forms } from './console-parts.ts'
import type { BaseEmulator } from './emulator.ts'
import { sendAgain } from './events.ts'
import { addFault, clearFaults } from './faults.ts'
import { issueFormToken, takeFormToken } from './form-tokens.ts'
import type { Html } from './html.ts'
import type { Answer, ApiRequest, Route } from './http.ts'
import { pageAnswer } from './page.ts'
import { Refusal } from './refusal.ts'

/** What a provider's console shows, and the events that its forms trigger. */
export interface Console<Emulator> {
  /** One for each payment, newest first. */
  cards(emulator: Emulator, forms: Forms): Html[]
  trigger(emulator: Emulator, fields: unknown): void
}

export function consoleRoutes<Emulator extends BaseEmulator>(console: Console<Emulator>): Route<Emulator, never>[] {
  return [
    { method: 'GET', path: '/__emulator', access: 'local', handle: emulator => answerWith(emulator, console, 200) },
    {
      method: 'POST',
      path: '/__emulator',
      access: 'local',
      body: 'form',
      handle: (emulator, request) => actInConsole(emulator, console, request),
    },
    {
      method: 'POST',
      path: '/__emulator/events',
      access: 'local',
      body: 'json',
      handle(emulator, { json }) {
        console.trigger(emulator, json)
        return { status: 204 }
      },
    },
  ]
}

/** Performs the action of a form; each form works once, so that a double click has one effect. */
function actInConsole<Emulator extends BaseEmulator>(
  emulator: Emulator,
  console: Console<Emulator>,
  { form }: ApiRequest,
): Answer {
  if (takeFormToken(emulator, form) !== 'console') {
    return answerWith(emulator, console, 409, 'That form was already used. Here is what is true now.')
  }
  try {
    act(emulator, console, form)
    return { status: 303, headers: { location: '/__emulator' } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answerWith(emulator, console, error.status, error.message)
  }
}

function act<Emulator extends BaseEmulator>(emulator: Emulator, console: Console<Emulator>, form: URLSearchParams) {
  const { form_token, ...fields } = Object.fromEntries([...form].filter(([, value]) => value !== ''))
  if (fields.action === 'resend') sendAgain(emulator, fields.id ?? '')
  else if (fields.action === 'fault') addFault(emulator, faultOf(fields))
  else if (fields.action === 'clear-faults') clearFaults(emulator)
  else if (fields.action === 'clock') setClockAhead(emulator, Number(fields.hours))
  else console.trigger(emulator, fields)
}

/** Reads a fault from a form, whose values are texts: digits become numbers, except in `path`. */
function faultOf({ action, ...fields }: Record<string, string>) {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isNumber = /^\d+$/.test(value) && name !== 'path'
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

function answerWith<Emulator extends BaseEmulator>(
  emulator: Emulator,
  { cards }: Console<Emulator>,
  status: number,
  notice?: string,
) {
  const formToken = issueFormToken(emulator, 'console')
  const page = consolePage(emulator, { formToken, notice, cards: forms => cards(emulator, forms) })
  return pageAnswer(status, page, { referrer: 'same-origin' })
}
