import { SETTING_GROUPS, type SettingGroupName, type VersionedSettings } from '@mela/contract'
import { useCallback, useState } from 'react'
import { LeaveQuestion } from '../../../ui/forms/leave-question.tsx'
import { SettingCard } from './setting-card.tsx'

export function SettingCards({ group, settings }: { group: SettingGroupName; settings: VersionedSettings }) {
  const [dirty, setDirty] = useState<readonly string[]>([])

  const handleDirty = useCallback((card: string, isDirty: boolean) => {
    setDirty(before => [...before.filter(other => other !== card), ...(isDirty ? [card] : [])])
  }, [])

  return (
    <>
      {SETTING_GROUPS[group].cards.map(card => (
        <SettingCard key={card.title} group={group} card={card} settings={settings} onDirty={handleDirty} />
      ))}
      <LeaveQuestion
        isAtStake={dirty.length > 0}
        title="Leave without saving?"
        text={`What you have changed of ${dirty.join(', ')} is not saved yet.`}
        stay="Keep editing"
        leave="Discard changes"
      />
    </>
  )
}
