import { z } from 'zod'
import { type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { notAnObject, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'
import type { SettingGroupName } from './setting-groups.ts'
import { wholeRule } from './setting-types.ts'
import { mapValues, settingRules, settings } from './settings.ts'

const refusal = ({ code }: { code?: string | undefined }) =>
  code === 'unrecognized_keys' ? 'There is no such setting.' : notAnObject

type Rules<Group extends SettingGroupName> = (typeof settingRules)[Group]['shape']
const changedGroups = mapValues(settingRules, (group: z.ZodObject) =>
  z.strictObject(group.partial().shape, { error: refusal }).optional(),
) as {
  [Group in SettingGroupName]: z.ZodOptional<
    z.ZodObject<{ [Field in keyof Rules<Group>]: z.ZodOptional<Rules<Group>[Field]> }, z.core.$strict>
  >
}

export const settingsChange = z.strictObject(
  { version: wholeRule(1, Number.MAX_SAFE_INTEGER), ...changedGroups },
  { error: refusal },
)
export type SettingsChange = z.output<typeof settingsChange>

export const versionedSettings = settings.extend({ version: z.number() })
export type VersionedSettings = z.output<typeof versionedSettings>

export const settingsAuditEvent = z.object({
  id: z.number(),
  at: z.string(),
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
  changes: z.array(z.object({ name: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() })),
  canUndo: z.boolean(),
})
export type SettingsAuditEvent = z.output<typeof settingsAuditEvent>

const visitorPassword = envelope(z.object({ hasPassword: z.boolean() }))

/** Trimmed, because phones add a space, and in one normal form of Unicode. */
export const passwordOfVisitors = text({ message: 'This must have 4 to 128 characters.', min: 4, max: 128 }).transform(
  password => password.normalize('NFC'),
)

export const visitorPasswordInput = z.object({ password: passwordOfVisitors.nullable() }, notAnObject)

export const settingsCalls = {
  'GET /settings': { access: 'admin', response: { 200: envelope(versionedSettings) } },
  /** A version that is not the present one is refused with 409. */
  'PATCH /settings': { access: 'admin', body: settingsChange, response: { 200: envelope(versionedSettings) } },
  'GET /settings/history': {
    access: 'admin',
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(settingsAuditEvent) },
  },
  /** The restoring is a change of its own; it is refused with 409 when a value has changed since. */
  'POST /settings/history/:id/undo': {
    access: 'admin',
    params: z.object({ id: z.coerce.number('This must be a number.').int('This must be a number.') }),
    response: { 200: envelope(versionedSettings) },
  },
  'GET /settings/visitors': { access: 'admin', response: { 200: visitorPassword } },
  /** Null removes it. Visitors who have entered with the one before have to enter again. */
  'PUT /settings/visitors': { access: 'admin', body: visitorPasswordInput, response: { 200: visitorPassword } },
} as const satisfies Endpoints
