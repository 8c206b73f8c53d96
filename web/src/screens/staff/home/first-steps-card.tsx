import { type FirstStep, type FirstSteps, staffPaths } from '@mela/contract'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import { useFirstStepCalls } from './first-steps.api.ts'
import { StepRow } from './step-row.tsx'

const RADIUS = 20
const LENGTH = 2 * Math.PI * RADIUS

const FAILED = 'An error occurred while saving.'

const LEAVE_DEMO = 'npm run admin -- leave-demo'

export function FirstStepsCard({ firstSteps }: { firstSteps: FirstSteps }) {
  const { steps, example, hasDemoData } = firstSteps
  const id = useId()
  const { change, sendTestEmail } = useFirstStepCalls()
  const price = usePrice()
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
            {...(step.step === 'delivery' &&
              example &&
              !step.isDone && {
                note: (
                  <span className="type-small block text-warn">
                    “<bdi>{example.name}</bdi>” for <span>{price(example.price)}</span> costs{' '}
                    <span>{price(example.total)}</span>, of which <span>{price(example.shipping)}</span> is delivery.
                  </span>
                ),
              })}
            {...(step.step === 'mail' && {
              action: (
                <Button
                  variant="outline"
                  size={32}
                  loading={false}
                  onClick={() => toastAnswer(sendTestEmail(), 'An error occurred while sending the email.')}
                >
                  Send a test email to me
                </Button>
              ),
            })}
          />
        ))}
      </ul>
    </section>
  )
}

function ProgressRing({ done, total }: { done: number; total: number }) {
  return (
    <svg viewBox="0 0 48 48" className="size-14 shrink-0" role="img" aria-label={`${done} of ${total} done`}>
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <circle cx="24" cy="24" r={RADIUS} className="stroke-line" />
        {done > 0 && (
          <circle
            cx="24"
            cy="24"
            r={RADIUS}
            className="stroke-success"
            strokeDasharray={`${(LENGTH * done) / total} ${LENGTH}`}
            transform="rotate(-90 24 24)"
          />
        )}
      </g>
      <text x="24" y="24" textAnchor="middle" dominantBaseline="central" className="fill-ink font-semibold text-sm">
        {`${done}/${total}`}
      </text>
    </svg>
  )
}
