import { toNestErrors } from '@hookform/resolvers'
import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  useForm,
  useFormState,
} from 'react-hook-form'
import { toRefusal } from '../lib/failure.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { Button } from './button.tsx'
import { cx, type Elements } from './cx.ts'
import { DialogActions } from './dialog.tsx'
import { FAILED, toastError, toastSuccess } from './toast.tsx'
import { isNarrow } from './toast-host.ts'

interface FormSchema<Input, Output> {
  _zod: { input: Input; output: Output }
}

interface FormProps<Input extends FieldValues, Output, Answer> {
  schema: FormSchema<Input, Output>
  /** Takes the schema's output; a rejection is toasted and its `errors` go to their fields. */
  onSubmit: (values: Output) => Answer | Promise<Answer>
  /** Called after success, before the toast. */
  onDone?: (answer: Answer) => void
  /** The toast for a rejection without a message. */
  fallback?: string
  /** The toast for values that the schema refuses, unless it has a message for all of them. */
  invalid?: string
  /** The toast after success; by default the answer's message, none with false. */
  success?: string | false
  defaultValues?: DefaultValues<Input>
  className?: string
  children: ReactNode
}

export function Form<Input extends FieldValues, Output, Answer>({
  schema,
  onSubmit,
  onDone,
  fallback = FAILED,
  invalid,
  success,
  defaultValues,
  className,
  children,
}: FormProps<Input, Output, Answer>) {
  const element = useRef<HTMLFormElement>(null)
  const readByRules = zodResolver<Input, unknown, Output>(schema)
  const form = useForm<Input, unknown, Output>({
    async resolver(values, context, options) {
      const halfTyped = findHalfTyped(element.current)
      const read = await readByRules(values, context, options)
      if (Object.keys(halfTyped).length === 0) return read
      return { values: {}, errors: { ...read.errors, ...toNestErrors<Input>(halfTyped, options) } }
    },
    defaultValues,
    mode: 'onTouched',
  })

  const handleSubmit = form.handleSubmit(
    async (values, event) => {
      try {
        const answer = await onSubmit(values)
        onDone?.(answer)
        const { message } = Object(answer) as { message?: string }
        const text = success ?? message
        if (text) toastSuccess(text)
      } catch (error) {
        const { message = fallback, errors } = toRefusal(error)
        toastError(message)
        const isOfField = (path: string) => form.getValues(path as never) !== undefined
        if (!Object.keys(errors ?? {}).some(isOfField)) form.setError('root', { message })
        if (!errors) return
        for (const [index, [path, message]] of Object.entries(errors).entries())
          form.setError(path as never, { type: 'server', message }, { shouldFocus: index === 0 })
        showFocus(event?.target)
      }
    },
    (errors, event) => {
      showFocus(event?.target)
      const whole = findMessage(errors, path => path === '')
      // The fields show their errors, and a phone has no room to say it twice.
      const message = whole ?? (isNarrow() ? undefined : invalid) ?? findMessage(errors, () => true)
      if (message) toastError(message)
    },
  )

  // A submit before hydration would be native: POST keeps passwords out of the address bar.
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        method="post"
        noValidate
        className={cx('grid content-start gap-5', className)}
        onSubmit={event => {
          leaveField(event.currentTarget)
          return handleSubmit(event)
        }}
      >
        {children}
      </form>
    </FormProvider>
  )
}

/** Pressing Submit takes the focus from no field, but what is filled or applied as a field is left has to be submitted. */
function leaveField(form: HTMLFormElement) {
  form.querySelector('input:focus, textarea:focus')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

/** Browsers give a date that was typed in part as no value at all. */
function findHalfTyped(form: HTMLFormElement | null) {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])].filter(
    ({ validity }) => validity.badInput,
  )
  return Object.fromEntries(
    inputs.map(({ name }) => [name, { type: 'half', message: 'Please complete this, or empty it.' }]),
  )
}

/** Refocuses a field that had the focus before without scrolling it into view. */
function showFocus(form: unknown) {
  setTimeout(() => {
    const field = document.activeElement
    if (form instanceof HTMLFormElement && form.contains(field)) field?.scrollIntoView({ block: 'nearest' })
  })
}

/** The first error of no field that is shown; the schema's for all fields together has the empty path. */
function findMessage(errors: FieldErrors, isMeant: (path: string) => boolean): string | undefined {
  const found = Object.entries(errors).find(([path, error]) => !Object(error).ref && isMeant(path))?.[1]
  return typeof found?.message === 'string' ? found.message : undefined
}

/** Must be inside a `Form`; loading while the form is being submitted. Submits nothing before hydration. */
export function SubmitButton({ variant = 'primary', ...props }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormState()
  const isHydrated = useHydrated()

  return (
    <>
      {/* Browsers submit a form of one field at Enter, unless its submit button is disabled. */}
      {!isHydrated && <button type="submit" disabled hidden />}
      <Button
        {...props}
        type={isHydrated ? 'submit' : 'button'}
        variant={variant}
        loading={isSubmitting}
        // A field that loses the focus may show its error at once, and the button would move away from under the pointer.
        onMouseDown={event => event.preventDefault()}
      />
    </>
  )
}

interface FormActionsProps extends ComponentProps<typeof Button> {
  onCancel: () => void
  aside?: Elements
}

/** The buttons of a form in a dialog; further props are those of the submit button. */
export function FormActions({ onCancel, aside, ...submit }: FormActionsProps) {
  return (
    <DialogActions>
      {aside}
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton {...submit} />
    </DialogActions>
  )
}

/** The toast announces the message; this one stays visible. */
export function FailureNote({ text }: { text: string | undefined }) {
  if (!text) return null

  return (
    <p className="type-ui flex gap-2.5 rounded-control bg-danger-soft px-3.5 py-3 text-danger">
      <CircleAlert /> <span className="wrap-anywhere">{text}</span>
    </p>
  )
}

/** Why the last submit failed, unless errors at its fields say it. Must be inside a `Form`. */
export function FormFailure() {
  const { errors } = useFormState()
  return <FailureNote text={errors.root?.message} />
}
