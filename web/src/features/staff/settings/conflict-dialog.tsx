import { findSetting, type VersionedSettings } from '@mela/contract'
import { ConflictQuestion } from '../../../ui/dialogs/conflict-question.tsx'
import { type CardFields, changedFields, settingOf, wordsFor } from './setting-values.ts'

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
export function ConflictDialog({ fields, loaded, latest, typed, onKeep, onDiscard, onClose }: ConflictDialogProps) {
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
