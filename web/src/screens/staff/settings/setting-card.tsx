import {
  type SettingCard as Described,
  findSetting,
  SETTING_GROUPS,
  type SettingGroupName,
  type Settings,
  type SettingsChange,
  type SettingValues,
  settingForm,
  typedSetting,
  type VersionedSettings,
} from '@mela/contract'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { changesIn } from '../../../lib/changes.ts'
import type { Elements } from '../../../ui/cx.ts'
import { FollowSaved, SavedChange, useBase, VersionConflict } from '../../../ui/follow-saved.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { toastSuccess, toastWithUndo } from '../../../ui/toast.tsx'
import { SettingField } from './setting-field.tsx'
import { wordsFor } from './setting-words.ts'
import { useSettingsCalls } from './settings.api.ts'

/** Some fields of a group: those of one card. */
interface CardFields {
  group: SettingGroupName
  fields: readonly string[]
}

interface SettingCardProps {
  group: SettingGroupName
  card: Described
  settings: VersionedSettings
  /** Called when typed values begin or cease to differ from the saved ones. */
  onDirty: (card: string, isDirty: boolean) => void
  /** Shown below the fields, inside the form. */
  children?: Elements
}

/** A form for some settings of a group. It sends changed fields only, so that other cards and admins' changes stay. */
export function SettingCard({ group, card, settings, onDirty, children }: SettingCardProps) {
  const { save, findConflict } = useSettingsCalls()
  const base = useBase(settings)
  const { state: loaded = settings } = base
  const fields: CardFields = { group, fields: card.fields }
  const schema = useMemo(() => settingForm(group, card.fields), [group, card])

  async function handleSubmit(values: SettingValues) {
    const sent = changedFields(fields, loaded, values)
    if (Object.keys(sent).length === 0) {
      toastSuccess('Nothing was changed.')
      return handleSaved({ ...loaded })
    }
    return saveOnTop(sent, loaded)
  }

  function handleSaved(saved: VersionedSettings) {
    base.isSaved.current = true
    base.follow(saved)
  }

  /** Saves on top of later changes as long as they concern other settings; throws the conflict otherwise. */
  async function saveOnTop(sent: object, saved: VersionedSettings): Promise<void> {
    try {
      const { message, data } = await save({ version: saved.version, [group]: sent } as SettingsChange)
      handleSaved(data)
      const before = changedFields(fields, data, saved)
      toastWithUndo(message, () => save({ version: data.version, [group]: before } as SettingsChange))
    } catch (error) {
      const latest = await findConflict(error)
      if (!latest) throw error
      const isElsewhere = Object.keys(changedFields(fields, loaded, latest)).length === 0
      if (isElsewhere) return saveOnTop(sent, latest)
      base.setIsOutdated(true)
      throw error
    }
  }

  return (
    <Panel title={card.title}>
      <Form
        schema={schema}
        onSubmit={handleSubmit}
        defaultValues={valuesOf(settings, fields)}
        success={false}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while saving the settings."
      >
        {card.fields.map(field => (
          <SettingField key={field} group={group} field={field} />
        ))}
        {children}
        <SaveRow
          label={`Save ${SETTING_GROUPS[group]}: ${card.title}`}
          onDirty={isDirty => onDirty(card.title, isDirty)}
        />
        <KeepTyped name={`${group}.${card.title}`} />
        <FollowSaved
          base={base}
          latest={settings}
          valuesOf={saved => valuesOf(saved, fields)}
          fields={card.fields.map(field => `${group}.${field}`)}
        />
        {base.isOutdated && <Conflict fields={fields} base={base} loaded={loaded} latest={settings} />}
      </Form>
    </Panel>
  )
}

function SaveRow({ label, onDirty }: { label: string; onDirty: (isDirty: boolean) => void }) {
  const { isDirty } = useFormState()
  const reportDirty = useEffectEvent(onDirty)
  useEffect(() => {
    reportDirty(isDirty)
    return () => reportDirty(false)
  }, [isDirty])

  return (
    <div className="flex items-center justify-end gap-3">
      <p role="status" className="type-small mr-auto text-ink-2">
        {isDirty && 'Unsaved changes'}
      </p>
      <SubmitButton variant="default" size={40} aria-label={label}>
        Save
      </SubmitButton>
    </div>
  )
}

interface ConflictProps {
  fields: CardFields
  base: ReturnType<typeof useBase<VersionedSettings>>
  /** The settings as the form loaded them; `latest` are the settings as they are saved now. */
  loaded: VersionedSettings
  latest: VersionedSettings
}

/** Shows the changes since loading, and continues from them with the typed values or without. */
function Conflict({ fields, base, loaded, latest }: ConflictProps) {
  const { getValues } = useFormContext<SettingValues>()
  const nameOf = (field: string) => `${fields.group}.${field}`
  const wordsOf = (settings: VersionedSettings, field: string) =>
    wordsFor(nameOf(field), settingOf(settings, fields.group, field))
  const changed = Object.keys(changedFields(fields, loaded, latest))
  const typed = changedFields(fields, valuesOf(loaded, fields), getValues())

  return (
    <VersionConflict
      base={base}
      latest={latest}
      valuesOf={saved => valuesOf(saved, fields)}
      title="These settings were changed by someone else"
      keep={() => Object.fromEntries(Object.entries(typed).map(([field, value]) => [nameOf(field), value]))}
    >
      <p className="text-ink-2">What has changed since you opened this form:</p>
      <dl className="grid gap-3">
        {changed.map(field => (
          <SavedChange
            key={field}
            label={findSetting(nameOf(field))?.label ?? ''}
            before={wordsOf(loaded, field)}
            after={wordsOf(latest, field)}
            note={field in typed && 'You changed this too: if you keep it, saving replaces theirs.'}
          />
        ))}
      </dl>
    </VersionConflict>
  )
}

const settingOf = (settings: Settings, group: SettingGroupName, field: string): unknown =>
  (settings[group] as Record<string, unknown>)[field]

const valuesOf = (settings: Settings, { group, fields }: CardFields): SettingValues => ({
  [group]: Object.fromEntries(
    fields.map(field => [field, typedSetting(group, field, settingOf(settings, group, field))]),
  ),
})

/** Fields that differ, with the values of `after`. */
function changedFields(
  { group, fields }: CardFields,
  before: SettingValues | Settings,
  after: SettingValues | Settings,
): Record<string, unknown> {
  const of = (values: SettingValues | Settings) => (values as SettingValues)[group] ?? {}
  return changesIn(fields, of(before), of(after))
}
