import {
  type SettingCard as Described,
  findSetting,
  SETTING_GROUPS,
  type SettingGroupName,
  type SettingsChange,
  type SettingValues,
  settingForm,
  type VersionedSettings,
} from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { type UseFormSetValue, useFormContext, useFormState } from 'react-hook-form'
import { ConflictQuestion } from '../../../ui/confirm-dialog.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { toastSuccess, toastWithUndo } from '../../../ui/toast.tsx'
import { SettingField } from './setting-field.tsx'
import { type CardFields, changedFields, settingOf, valuesOf, wordsFor } from './setting-values.ts'
import { useSettingsCalls } from './settings.api.ts'

/** Tries to save: each concurrent change of other settings costs another try. */
const MOST_TRIES = 4

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
  const id = useId()
  const [loaded, setLoaded] = useState(settings)
  const [conflict, setConflict] = useState<VersionedSettings>()
  const isSaved = useRef(false)
  const fields = useMemo(() => ({ group, fields: card.fields }), [group, card])
  const schema = useMemo(() => settingForm(group, card.fields), [group, card])

  async function handleSubmit(values: SettingValues) {
    const sent = changedFields(fields, loaded, values)
    if (Object.keys(sent).length === 0) {
      toastSuccess('Nothing was changed.')
      return handleSaved({ ...loaded })
    }
    const { message, data, before } = await saveOnTop(sent)
    handleSaved(data)
    toastWithUndo(message, () => save({ version: data.version, [group]: before } as SettingsChange))
  }

  function handleSaved(saved: VersionedSettings) {
    isSaved.current = true
    setLoaded(saved)
  }

  /** Saves on top of later changes as long as they concern other settings; throws the conflict otherwise. */
  async function saveOnTop(sent: object) {
    for (let base = loaded, tries = 1; ; tries++) {
      try {
        const answer = await save({ version: base.version, [group]: sent } as SettingsChange)
        return { ...answer, before: changedFields(fields, answer.data, base) }
      } catch (error) {
        const latest = await findConflict(error)
        if (!latest) throw error
        const isElsewhere = Object.keys(changedFields(fields, loaded, latest)).length === 0
        if (isElsewhere && tries < MOST_TRIES) {
          base = latest
          continue
        }
        setConflict(latest)
        throw error
      }
    }
  }

  return (
    <section aria-labelledby={id} className="min-w-0 rounded-tile border border-line bg-surface p-5">
      <h2 id={id} className="type-h3 pb-3">
        {card.title}
      </h2>
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
        <SaveRow label={`Save ${SETTING_GROUPS[group]}: ${card.title}`} />
        <KeepTyped name={`${group}.${card.title}`} />
        <Follow
          fields={fields}
          settings={settings}
          loaded={loaded}
          isSaved={isSaved}
          onFollow={setLoaded}
          onDirty={isDirty => onDirty(card.title, isDirty)}
        />
        {conflict && (
          <Conflict
            fields={fields}
            loaded={loaded}
            latest={conflict}
            onResolve={() => {
              setLoaded(conflict)
              setConflict(undefined)
            }}
            onClose={() => setConflict(undefined)}
          />
        )}
      </Form>
    </section>
  )
}

function SaveRow({ label }: { label: string }) {
  const { isDirty } = useFormState()

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

interface FollowProps {
  fields: CardFields
  settings: VersionedSettings
  loaded: VersionedSettings
  /** Whether the form's values have just been saved. */
  isSaved: RefObject<boolean>
  onFollow: (settings: VersionedSettings) => void
  onDirty: (isDirty: boolean) => void
}

/** Takes over later settings, unless the form has typed values: then a save reports the conflict. */
function Follow({ fields, settings, loaded, isSaved, onFollow, onDirty }: FollowProps) {
  const { getValues, reset, setValue } = useFormContext<SettingValues>()
  const { isDirty, isSubmitting } = useFormState()
  const submitted = useRef<SettingValues>(undefined)
  useEffect(() => {
    if (isSubmitting) submitted.current = structuredClone(getValues())
  }, [isSubmitting, getValues])

  const follow = useEffectEvent(() => {
    const isOutdated = loaded.version !== settings.version && !isDirty
    if (!isOutdated && !isSaved.current) return
    const typedMeanwhile =
      isSaved.current && submitted.current ? changedFields(fields, submitted.current, getValues()) : {}
    isSaved.current = false
    const latest = settings.version < loaded.version ? loaded : settings
    reset(valuesOf(latest, fields))
    keepTyped(typedMeanwhile, fields, setValue)
    onFollow(latest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version identifies the settings
  useEffect(() => follow(), [settings.version, loaded])

  const reportDirty = useEffectEvent(onDirty)
  useEffect(() => {
    reportDirty(isDirty)
    return () => reportDirty(false)
  }, [isDirty])

  return null
}

function keepTyped(typed: object, { group }: CardFields, setValue: UseFormSetValue<SettingValues>) {
  for (const [field, value] of Object.entries(typed)) setValue(`${group}.${field}`, value, { shouldDirty: true })
}

interface ConflictProps {
  fields: CardFields
  loaded: VersionedSettings
  latest: VersionedSettings
  onResolve: () => void
  onClose: () => void
}

function Conflict({ fields, loaded, latest, onResolve, onClose }: ConflictProps) {
  const { getValues, reset, setValue } = useFormContext<SettingValues>()
  const typed = changedFields(fields, valuesOf(loaded, fields), getValues())

  function handleResolve(kept: Record<string, unknown>) {
    reset(valuesOf(latest, fields))
    keepTyped(kept, fields, setValue)
    onResolve()
  }

  return (
    <ConflictDialog
      fields={fields}
      loaded={loaded}
      latest={latest}
      typed={Object.keys(typed)}
      onKeep={() => handleResolve(typed)}
      onDiscard={() => handleResolve({})}
      onClose={onClose}
    />
  )
}

interface ConflictDialogProps {
  fields: CardFields
  /** The settings as the form loaded them; `latest` are the settings as they are saved now. */
  loaded: VersionedSettings
  latest: VersionedSettings
  /** Names of the fields with typed values. */
  typed: readonly string[]
  onKeep: () => void
  onDiscard: () => void
  onClose: () => void
}

/** Shows the changes since loading, and continues from them with the typed values or without. */
function ConflictDialog({ fields, loaded, latest, typed, onKeep, onDiscard, onClose }: ConflictDialogProps) {
  const changed = Object.keys(changedFields(fields, loaded, latest))

  return (
    <ConflictQuestion
      title="These settings were changed by someone else"
      onLoad={onDiscard}
      onKeep={onKeep}
      onClose={onClose}
    >
      <p className="text-ink-2">What has changed since you opened this form:</p>
      <dl className="grid gap-3">
        {changed.map(field => (
          <div key={field} className="grid gap-0.5 rounded-control border border-line p-3">
            <dt className="type-small text-ink-2">{findSetting(`${fields.group}.${field}`)?.label}</dt>
            <dd className="wrap-anywhere">
              <span className="sr-only">before: </span>
              <s className="text-ink-3">
                {wordsFor(`${fields.group}.${field}`, settingOf(loaded, fields.group, field))}
              </s>{' '}
              <span className="sr-only">, now: </span>
              <span>{wordsFor(`${fields.group}.${field}`, settingOf(latest, fields.group, field))}</span>
            </dd>
            {typed.includes(field) && (
              <dd className="type-small text-warn">You changed this too: if you keep it, saving replaces theirs.</dd>
            )}
          </div>
        ))}
      </dl>
    </ConflictQuestion>
  )
}
