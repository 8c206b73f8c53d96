import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { ApiError } from '../lib/api.ts'
import { changesIn, isSame } from '../lib/changes.ts'
import { Button } from './button.tsx'
import { BeforeAndAfter } from './change-history.tsx'
import type { Elements } from './cx.ts'
import { Dialog } from './dialog.tsx'

/** The saved state that a form is based on: undefined for something new. */
export function useBase<Saved>(saved: Saved | undefined) {
  const [state, setState] = useState(saved)
  const [isOutdated, setIsOutdated] = useState(false)
  /** Whether the state has just been saved from the form's values. */
  const isSaved = useRef(false)

  function follow(next: Saved) {
    setState(next)
    setIsOutdated(false)
  }

  /** Takes over what a save answers; asks when it was refused because of a newer version. */
  async function save<Answer extends { data: Saved }>(saving: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await saving
      isSaved.current = true
      if (state) follow(answer.data)
      return answer
    } catch (error) {
      setIsOutdated(error instanceof ApiError && error.code === 'version_conflict')
      throw error
    }
  }

  return { state, follow, save, isSaved, isOutdated, setIsOutdated }
}

interface BasedForm<Saved, Values> {
  base: ReturnType<typeof useBase<Saved>>
  /** The state as it was loaded last. */
  latest: Saved
  valuesOf: (saved: Saved) => Values
}

interface FollowSavedProps<Saved, Values> extends BasedForm<Saved, Values> {
  /** Names of the form's fields, such as 'title' or 'shop.name'; not needed with `rebase`. */
  fields?: readonly string[]
  /**
   * Answers what stays typed on top of a newer state. Without it, a form with typed values does not follow: its save
   * reports the conflict.
   */
  rebase?: (before: Values, latest: Values, mine: Values) => Partial<Values>
  /** The title of the question after a conflict, where this component asks it. */
  conflict?: string
}

/** Takes over later states, also its own save, and keeps what is typed meanwhile. Must be inside a `Form`. */
export function FollowSaved<Saved extends { version: number }, Values extends FieldValues>(
  props: FollowSavedProps<Saved, Values>,
) {
  const { latest, base, fields = [], valuesOf, rebase, conflict } = props
  const { state = latest, isSaved, isOutdated } = base
  const { getValues, reset, clearErrors } = useFormContext()
  const { isDirty, isSubmitting } = useFormState()
  const typeAgain = useTypeAgain()
  const submitted = useRef<Values>(undefined)
  const noteSubmitted = useEffectEvent(() => {
    submitted.current = structuredClone(getValues()) as Values
  })
  useEffect(() => {
    if (isSubmitting) noteSubmitted()
  }, [isSubmitting])

  const follow = useEffectEvent(() => {
    const next = latest.version < state.version ? state : latest
    const values = valuesOf(next)
    const isOld = next.version === state.version && isSame(values, valuesOf(state))
    if (!isSaved.current && (isOld || (isDirty && !rebase))) return
    const mine = getValues() as Values
    const before = (isSaved.current && submitted.current) || valuesOf(state)
    const typed = rebase ? rebase(before, values, mine) : changesIn(fields, before, mine)
    isSaved.current = false
    reset(values)
    typeAgain(typed)
    base.follow(next)
  })
  // While a save is under way, a newer state may be its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states are compared by what they hold
  useEffect(() => {
    if (!isSubmitting && !isOutdated) follow()
  }, [latest, state, isSubmitting, isOutdated])

  // What was refused may be allowed by what another form has saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that something was saved
  useEffect(() => clearErrors(), [latest.version])

  if (!conflict || !isOutdated) return null
  const keep = (mine: Values) => changesIn(fields, valuesOf(state), mine)
  return (
    <VersionConflict base={base} latest={latest} valuesOf={valuesOf} title={conflict} keep={keep}>
      <p className="text-ink-2">
        If you keep yours, saving replaces theirs where you typed; the history has both. If you load theirs, what you
        typed is lost.
      </p>
    </VersionConflict>
  )
}

/** Answers a function that types values, by the names of their fields, into a form. */
export function useTypeAgain() {
  const { setValue } = useFormContext()
  return (values: FieldValues) => {
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true })
  }
}

interface VersionConflictProps<Saved, Values> extends BasedForm<Saved, Values> {
  title: string
  /** Answers what stays typed on top of them, by the names of the fields. */
  keep: (mine: Values) => FieldValues
  children: Elements
}

/** Asks after a save was refused because of a newer version: load it, or keep the typed values on top of it. */
export function VersionConflict<Saved, Values extends FieldValues>(props: VersionConflictProps<Saved, Values>) {
  const { base, title, latest, valuesOf, keep } = props
  const { getValues, reset } = useFormContext()
  const typeAgain = useTypeAgain()

  function handleResolve(kept: FieldValues) {
    reset(valuesOf(latest))
    typeAgain(kept)
    base.follow(latest)
  }

  return (
    <Dialog
      onClose={() => base.setIsOutdated(false)}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={() => handleResolve({})}>
            Load theirs
          </Button>
          <Button data-first onClick={() => handleResolve(keep(getValues() as Values))}>
            Keep what I typed
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}

interface SavedChangeProps {
  label: string
  before?: string
  after: string
  cause?: string
  note?: string | false
}

/** What another user has saved in a field, in the list of a conflict. */
export function SavedChange({ label, before, after, cause, note }: SavedChangeProps) {
  return (
    <div className="grid gap-0.5 rounded-control border border-line p-3">
      <dt className="type-small text-ink-2">{label}</dt>
      <dd className="wrap-anywhere">
        <BeforeAndAfter before={before} after={after} />
      </dd>
      {cause && <dd className="type-small text-ink-2">{cause}</dd>}
      {note && <dd className="type-small text-warn">{note}</dd>}
    </div>
  )
}
