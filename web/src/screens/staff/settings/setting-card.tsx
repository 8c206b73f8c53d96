import {
  type SettingCard as Described,
  findSetting,
  type OwnerProof,
  SETTING_GROUPS,
  type SettingGroupName,
  type Settings,
  type SettingsChange,
  type SettingValues,
  settingForm,
  typedSetting,
  type VersionedSettings,
} from '@mela/contract'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import { changesIn } from '../../../lib/changes.ts'
import { ProofDialog } from '../../../shared/session/proof-dialog.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { FollowSaved, useBase } from '../../../ui/follow-saved.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { toastSuccess, toastWithUndo } from '../../../ui/toast.tsx'
import { RehearseButton } from '../layout/rehearse-button.tsx'
import { SettingField } from './setting-field.tsx'
import { useSettingsCalls } from './settings.api.ts'

interface SettingCardProps {
  group: SettingGroupName
  card: Described
  settings: VersionedSettings
  /** Counts the cards with unsaved values. */
  onDirty: Dispatch<SetStateAction<number>>
  /** Shown below the fields, inside the form. */
  children?: Elements
}

/** A form for some settings of a group. It sends changed fields only, so that other cards and admins' changes stay. */
export function SettingCard({ group, card, settings, onDirty, children }: SettingCardProps) {
  const { title, fields } = card
  const { save } = useSettingsCalls()
  const base = useBase(settings)
  const { state: loaded = settings } = base
  const [unproven, setUnproven] = useState<Record<string, unknown>>()

  const groupOf = (values: SettingValues | Settings) => (values as SettingValues)[group] ?? {}
  const valuesOf = (saved: Settings): SettingValues => ({
    [group]: Object.fromEntries(fields.map(field => [field, typedSetting(group, field, groupOf(saved)[field])])),
  })
  /** Fields that differ, with the values of `after`. */
  const changesOf = (before: Settings, after: SettingValues | Settings) =>
    changesIn(fields, groupOf(before), groupOf(after))

  async function handleSubmit(values: SettingValues) {
    const sent = changesOf(loaded, values)
    if (Object.keys(sent).length === 0) {
      toastSuccess('Nothing was changed.')
      base.isSaved.current = true
      return base.follow({ ...loaded })
    }
    if (Object.keys(sent).some(field => findSetting(`${group}.${field}`)?.needsProof)) return setUnproven(sent)
    const data = await saveFields(sent)
    const before = changesOf(data, loaded)
    toastWithUndo('Settings saved.', () => save({ version: data.version, [group]: before } as SettingsChange))
  }

  async function saveFields(sent: object, proof: OwnerProof = {}) {
    // Later changes of other settings stay, and need no question.
    const { version } = Object.keys(changesOf(loaded, settings)).length > 0 ? loaded : settings
    return (await base.save(save({ version, [group]: sent, ...proof } as SettingsChange))).data
  }

  /** After a conflict, what 'Load theirs' gives up must not be saved from here. */
  async function prove(proof: OwnerProof) {
    try {
      return await saveFields(unproven ?? {}, proof)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') setUnproven(undefined)
      throw error
    }
  }

  return (
    <Panel title={title}>
      <Form
        schema={settingForm(group, fields)}
        onSubmit={handleSubmit}
        defaultValues={valuesOf(settings)}
        success={false}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while saving the settings."
      >
        {fields.map(field => (
          <SettingField key={field} group={group} field={field} />
        ))}
        {children}
        <SaveRow label={`Save ${SETTING_GROUPS[group]}: ${title}`} onDirty={onDirty}>
          {fields.some(field => PRICED_BY.includes(field)) && (
            <RehearseButton<SettingValues>
              aria-label={`Rehearse ${SETTING_GROUPS[group]}: ${title}`}
              draftOf={values => ({ settings: { [group]: changesOf(loaded, values) } })}
            />
          )}
        </SaveRow>
        <KeepTyped name={`${group}.${title}`} />
        <FollowSaved
          base={base}
          latest={settings}
          valuesOf={valuesOf}
          fields={fields.map(field => `${group}.${field}`)}
          conflict="These settings were changed by someone else"
        />
      </Form>
      {unproven && (
        <ProofDialog
          title="Change where money goes?"
          text="Customers will transfer to the account that you have entered."
          action="Save"
          success="Settings saved."
          fallback="An error occurred while saving the settings."
          onProven={prove}
          onClose={() => setUnproven(undefined)}
        />
      )}
    </Panel>
  )
}

/** Each is a setting of a card by which orders are priced. */
const PRICED_BY = ['taxPercent', 'taxClasses', 'taxCountry', 'zones']

function SaveRow({ label, onDirty, children }: { label: string } & Pick<SettingCardProps, 'onDirty' | 'children'>) {
  const { isDirty } = useFormState()
  useEffect(() => {
    if (!isDirty) return
    onDirty(cards => cards + 1)
    return () => onDirty(cards => cards - 1)
  }, [isDirty, onDirty])

  return (
    <div className="flex items-center justify-end gap-3">
      <p role="status" className="type-small mr-auto text-ink-2">
        {isDirty && 'Unsaved changes'}
      </p>
      {children}
      <SubmitButton variant="default" size={40} aria-label={label}>
        Save
      </SubmitButton>
    </div>
  )
}
