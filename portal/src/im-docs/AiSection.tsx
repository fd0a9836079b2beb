// Section of the developer documentation about calls of the language model.
import { ModelCall } from '@xinqiao/contract/im/robots/ai-model.ts'
import { ai } from '@xinqiao/contract/im/robots/ai.ts'
import { modelCallTexts, modelPartTexts, modelResultTexts } from './ai-texts.ts'
import { sectionExamples } from './section-examples.ts'
import { createRows, DocsSection, Example, listFieldTypes, Table } from './layout.tsx'

const { content, ...partTypes } = listFieldTypes(ai.pushes.proxyAIModelStreamCall.push)

export const AiSection = () => (
  <DocsSection
    id="ai"
    lead="proxyAIModelCall 的 done 只说明已经开始；结果由事件给出，只给发起调用的连接，断线后收不到。每次调用最后都有一个 proxyAIModelCall。问题像是有危险时不问模型，结果是求助方式。"
  >
    <Example {...sectionExamples.ai} />
    <Table
      caption="proxyAIModelCall 的选项"
      heads={['选项', '说明']}
      rows={createRows(modelCallTexts, listFieldTypes(ModelCall))}
    />
    <Table
      caption="事件 proxyAIModelCall"
      heads={['项', '说明']}
      rows={createRows(modelResultTexts, listFieldTypes(ai.pushes.proxyAIModelCall.push))}
    />
    <Table
      caption="事件 proxyAIModelStreamCall"
      heads={['项', '说明']}
      rows={createRows(modelPartTexts, { ...partTypes, 'content.msg': content! })}
    />
  </DocsSection>
)
