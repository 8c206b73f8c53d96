import type { FirstSteps } from '@mela/contract'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import type { Elements } from '../../../ui/layout/elements.ts'
import { factOf } from './step-facts.ts'
import { STEP_TEXTS } from './step-texts.ts'

interface StepRowProps {
  step: FirstSteps['steps'][number]
  /** Shown below the step's description. */
  note?: Elements
  /** Shown before the step's link. */
  action?: Elements
  onKeep: (isKept: boolean) => void
}

/** One step: its name and description, with a link to its screen or a tick. */
export function StepRow({ step, note, action, onKeep }: StepRowProps) {
  const { isDone, isKept, canKeep } = step
  const { name, line, icon: Icon, links = [] } = STEP_TEXTS[step.step]
  const fact = factOf(step, useShop())
  const isOver = isDone || isKept

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3">
      <span className="flex min-w-0 grow basis-64 items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-2" />
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          <span className="wrap-anywhere block text-ink-2">{fact ?? line}</span>
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
        {!isOver && links.map(link => <StepLink key={link.to} {...link} step={name} />)}
      </span>
    </li>
  )
}

function StepLink({ to, label, step }: { to: string; label: string; step: string }) {
  const look = {
    className: buttonClass({ variant: 'outline', size: 32 }),
    ...(label === 'Set up' && { 'aria-label': `Set up: ${step}` }),
  }
  return to.startsWith('https:') ? (
    <a href={to} target="_blank" rel="noopener" {...look}>
      {label}
    </a>
  ) : (
    <Link to={to} {...look}>
      {label}
    </Link>
  )
}
