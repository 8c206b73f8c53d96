import { type FirstStep, type FirstSteps, staffPaths } from '@mela/contract'
import { Check, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { toastAnswer } from '../../../ui/toast.tsx'
import { useFirstStepCalls } from './first-steps.api.ts'
import { SET_UP, STEP_TEXTS } from './step-texts.ts'

const FAILED = 'An error occurred while saving.'

const LEAVE_DEMO = 'npm run admin -- leave-demo'

export function FirstStepsCard({ firstSteps }: { firstSteps: FirstSteps }) {
  const { steps, example, hasDemoData } = firstSteps
  const id = useId()
  const { change, sendTestEmail } = useFirstStepCalls()
  const { isClosed } = useShop()
  const done = steps.filter(({ isDone, isKept }) => isDone || isKept)

  function handleKeep(step: FirstStep, isKept: boolean) {
    const others = steps.filter(known => known.isKept && known.step !== step).map(({ step }) => step)
    void toastAnswer(change({ kept: isKept ? [...others, step] : others }), FAILED)
  }

  async function putAway() {
    await change({ isDismissed: true })
    return { message: 'Settings, Shop brings them back.' }
  }

  return (
    <section aria-labelledby={id} className="rounded-tile border border-line bg-surface p-5 pb-2">
      <header className="flex items-center gap-4 pb-4">
        <ProgressRing done={done.length} total={steps.length} />
        <div className="min-w-0 grow">
          <h2 id={id} className="type-h3">
            First steps
          </h2>
          <p className="text-ink-2">
            What makes this shop yours.
            {!isClosed && (
              <span>
                {' '}
                Not ready for visitors?{' '}
                <Link to={staffPaths.settingField('shop', 'isOpen')} className="underline underline-offset-3">
                  Close it
                </Link>{' '}
                until it is.
              </span>
            )}
          </p>
        </div>
        <IconButton
          label="Put the first steps away"
          tipEnd
          className="self-start"
          onClick={() => void toastAnswer(putAway(), FAILED)}
        >
          <X />
        </IconButton>
      </header>
      {hasDemoData && (
        <p className="mb-4 flex flex-wrap items-center gap-x-2 rounded-control bg-warn-soft px-4 py-2 text-warn">
          Products of the demo are still here. With the shop stopped, this takes them out:
          <code className="font-mono text-[0.8125rem]">{LEAVE_DEMO}</code>
          <CopyButton what="the command" text={LEAVE_DEMO} />
        </p>
      )}
      <ul>
        {steps.map(step => (
          <StepRow
            key={step.step}
            step={step}
            onKeep={isKept => handleKeep(step.step, isKept)}
            note={step.step === 'delivery' && example && !step.isDone && <ExampleNote example={example} />}
            action={
              step.step === 'mail' && (
                <Button
                  variant="outline"
                  size={32}
                  loading={false}
                  onClick={() => toastAnswer(sendTestEmail(), 'An error occurred while sending the email.')}
                >
                  Send a test email to me
                </Button>
              )
            }
          />
        ))}
      </ul>
    </section>
  )
}

function ExampleNote({ example }: { example: NonNullable<FirstSteps['example']> }) {
  const price = usePrice()
  return (
    <span className="type-small block text-warn">
      “<bdi>{example.name}</bdi>” for <span>{price(example.price)}</span> costs <span>{price(example.total)}</span>, of
      which <span>{price(example.shipping)}</span> is delivery.
    </span>
  )
}

interface StepRowProps {
  step: FirstSteps['steps'][number]
  note: Elements
  action: Elements
  onKeep: (isKept: boolean) => void
}

function StepRow({ step: { step, isDone, isKept, canKeep, missing }, note, action, onKeep }: StepRowProps) {
  const { name, icon: Icon, line, factOf, links = [] } = STEP_TEXTS[step]
  const fact = factOf?.(useShop(), missing)
  const isOver = isDone || isKept

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3">
      <span className="flex min-w-0 grow basis-64 items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-2" />
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          <span className="wrap-anywhere block text-ink-2">{fact || line}</span>
          {note}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2 max-sm:pl-8">
        {isOver && (
          <span className="flex items-center gap-1.5 font-medium text-success">
            <Check className="size-4.5" /> <span>{isDone ? 'Done' : 'Done as it is'}</span>
          </span>
        )}
        {action}
        {!isDone && canKeep && (
          <Button
            variant="ghost"
            size={32}
            aria-label={isKept ? `${name} is not done` : `${name} is done as it is`}
            onClick={() => onKeep(!isKept)}
          >
            {isKept ? 'Undo' : 'Done as it is'}
          </Button>
        )}
        {!isOver &&
          links.map(({ to, label }) => (
            <ButtonLink
              key={to}
              to={to}
              variant="outline"
              size={32}
              aria-label={label === SET_UP ? `${label}: ${name}` : undefined}
              {...(to.startsWith('https:') && { target: '_blank', rel: 'noopener' })}
            >
              {label}
            </ButtonLink>
          ))}
      </span>
    </li>
  )
}

function ProgressRing({ done, total }: { done: number; total: number }) {
  const ring = `conic-gradient(var(--color-success) ${(360 * done) / total}deg, var(--color-line) 0)`
  return (
    <span
      role="img"
      aria-label={`${done} of ${total} done`}
      className="grid size-14 shrink-0 place-items-center rounded-full"
      style={{ background: ring }}
    >
      <span className="grid size-11 place-items-center rounded-full bg-surface font-semibold text-sm">
        {`${done}/${total}`}
      </span>
    </span>
  )
}
