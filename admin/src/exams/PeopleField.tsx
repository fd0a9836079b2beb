// Selects people by account or nickname, and shows both.
import { Select } from 'antd'
import { useRef, useState } from 'react'
import type { ExamPerson } from '@xinqiao/contract/http/exams/staff.ts'
import { api } from '../kit/api/api.ts'

const labelOfPerson = (person: ExamPerson) => `${person.nickname}（${person.username}）`

type PeopleFieldProps = {
  id?: string
  label: string
  known: readonly ExamPerson[]
  value?: number[]
  onChange?: (ids: number[]) => void
}

export function PeopleField({ id, label, known, value = [], onChange }: PeopleFieldProps) {
  const [matches, setMatches] = useState<readonly ExamPerson[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searchPeople = (key: string) => {
    clearTimeout(timer.current)
    if (key.trim() === '') return
    timer.current = setTimeout(() => {
      api('GET /admin/exam/people', { key: key.trim().slice(0, 30) })
        .then(setMatches)
        .catch(() => setMatches([]))
    }, 250)
  }
  const people = new Map([...known, ...matches].map((person) => [person.id, person]))
  return (
    <Select
      id={id}
      aria-label={label}
      mode="multiple"
      showSearch
      filterOption={false}
      placeholder="输入账号或昵称查找"
      notFoundContent="没有找到"
      value={value}
      onSearch={searchPeople}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={[...people.values()].map((person) => ({ value: person.id, label: labelOfPerson(person) }))}
    />
  )
}
