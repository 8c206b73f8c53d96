import { z } from 'zod'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
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

export const getSettings = {
  method: 'GET',
  url: '/settings',
  access: 'admin',
  schema: { response: { 200: envelope(versionedSettings) } },
} as const satisfies Endpoint

/** A version that is not the present one is refused with 409. */
export const updateSettings = {
  method: 'PATCH',
  url: '/settings',
  access: 'admin',
  schema: { body: settingsChange, response: { 200: envelope(versionedSettings) } },
} as const satisfies Endpoint

export const settingsAuditEvent = z.object({
  id: z.number(),
  at: z.string(),
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
  changes: z.array(z.object({ name: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() })),
  canUndo: z.boolean(),
})
export type SettingsAuditEvent = z.output<typeof settingsAuditEvent>

export const listSettingsHistory = {
  method: 'GET',
  url: '/settings/history',
  access: 'admin',
  schema: { querystring: listQuery().pick({ page: true, size: true }), response: { 200: pageOf(settingsAuditEvent) } },
} as const satisfies Endpoint

/** The restoring is a change of its own; it is refused with 409 when a value has changed since. */
export const undoSettingsChange = {
  method: 'POST',
  url: '/settings/history/:id/undo',
  access: 'admin',
  schema: {
    params: z.object({ id: z.coerce.number('This must be a number.').int('This must be a number.') }),
    response: { 200: envelope(versionedSettings) },
  },
} as const satisfies Endpoint

const visitorPassword = envelope(z.object({ hasPassword: z.boolean() }))

/** Trimmed, because phones add a space, and in one normal form of Unicode. */
export const passwordOfVisitors = text({ message: 'This must have 4 to 128 characters.', min: 4, max: 128 }).transform(
  password => password.normalize('NFC'),
)

export const getVisitorPassword = {
  method: 'GET',
  url: '/settings/visitors',
  access: 'admin',
  schema: { response: { 200: visitorPassword } },
} as const satisfies Endpoint

export const visitorPasswordInput = z.object({ password: passwordOfVisitors.nullable() }, notAnObject)

/** Null removes it. Visitors who have entered with the one before have to enter again. */
export const changeVisitorPassword = {
  method: 'PUT',
  url: '/settings/visitors',
  access: 'admin',
  schema: { body: visitorPasswordInput, response: { 200: visitorPassword } },
} as const satisfies Endpoint
