// Developer documentation of the chat's SDK, from the contract, the published types and the texts beside this file.
import { imErrors, type ImErrorName } from '@xinqiao/contract/im/errors.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { methodOptionsWithoutEffect } from '@xinqiao/im-sdk/nim/core/options-without-effect.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { examples, packageFile, pageWays } from './examples.ts'
import { AiSection } from './AiSection.tsx'
import { CallsSection } from './CallsSection.tsx'
import { ChatroomSection } from './ChatroomSection.tsx'
import { commandLimits, refusedNames, sizeLimits } from './limits.ts'
import { methodGroups } from './methods.texts.ts'
import {
  callbackTexts,
  errorTexts,
  kickTexts,
  optionTexts,
  otherSdkOptions,
  sendOptionTexts,
  tableTypeTexts,
} from './options.texts.ts'
import { MigrationSection } from './MigrationSection.tsx'
import { NoticesSection } from './NoticesSection.tsx'
import { DocsIndex } from './DocsIndex.tsx'
import { Screen as SearchScreen } from './im-docs-search.screen.tsx'
import { Code, createRows, DocsSection, Entry, Example, FoldedPart, Table } from './layout.tsx'
import { sectionExamples } from './section-examples.ts'
import { ServerApi } from './ServerApi.tsx'
import reference from './reference.json' with { type: 'json' }

export const imDocsPage = definePage<{ isPlaygroundOpen: boolean }>({
  params: [],
  cached: true,
  indexed: true,
  screen: 'im-docs-search',
  load: async ({ api }) => ({ isPlaygroundOpen: (await api('GET /im/playground', {})).isOpen }),
  head: () => ({
    title: '即时通讯开发文档',
    description: '在合作网站的页面中使用本站聊天：快速开始、方法、回调、选项、错误与限制。',
    canonical: routes.imDocs,
  }),
  View: ({ data: { isPlaygroundOpen } }) => (
    <div className="frame im-docs">
      <PageHead title="即时通讯开发文档" lead="写给合作网站的程序员：让您的页面使用本站的聊天。" />
      <div className="im-docs-columns">
        <aside className="im-docs-side">
          <Screen name="im-docs-search" of={SearchScreen} props={{}} />
          <DocsIndex />
        </aside>
        <div className="min-w-0 space-y-4 md:space-y-6">
          <StartSection isPlaygroundOpen={isPlaygroundOpen} />
          <MigrationSection />
          <OptionsSection />
          <CallbacksSection />
          <MethodsSection />
          <NoticesSection />
          <ChatroomSection />
          <CallsSection />
          <AiSection />
          <TypesSection />
          <ErrorsSection />
          <LimitsSection />
          <ServerApi />
        </div>
      </div>
    </div>
  ),
})

const StartSection = ({ isPlaygroundOpen }: { isPlaygroundOpen: boolean }) => (
  <DocsSection id="start" isOpen>
    <ol className="list-decimal space-y-2 pl-5">
      <li>请协会管理员在后台“开放接入”中为您的网站建一个应用，并填写页面的来源（协议、域名与端口）。</li>
      <li>
        页面加载 <Code>{'<script src="本站地址/im/sdk.js" crossorigin></script>'}</Code>，使用 <Code>SDK.NIM</Code>
        ；打包工具安装本站提供的包 <a href={`/im/${packageFile}`}>{packageFile}</a>，写{' '}
        <Code>{"import { NIM } from '@xinqiao/im-sdk'"}</Code>。
      </li>
      <li>
        账号（<Code>account</Code>）与令牌（<Code>token</Code>）由您的服务端给出，<Code>defaultLink</Code>{' '}
        写本站地址。密钥只放在服务器上，不要写进页面。
      </li>
    </ol>
    <p className="mt-4">
      最旧的浏览器：<Code>/im/sdk.js</Code> 是 Chromium 76（含以它为内核的国产浏览器）、Safari 13、Firefox 78；ES 模块是
      Chromium 87、Safari 14、Firefox 90。
    </p>
    {isPlaygroundOpen ? (
      <p className="mt-4">
        <ButtonLink href={routes.imPlayground} look="ghost">
          打开试用页
        </ButtonLink>
      </p>
    ) : (
      <p className="mt-4">
        试用页用两个临时账号演示每个回调。它现在没有开放：请协会管理员在后台“开放接入”中启用“试用页”，启用后这里有链接，登录本站的账号即可打开。
      </p>
    )}
    {pageWays.map((example) => (
      <Example key={example.id} {...example} />
    ))}
    {examples.map((example) => (
      <Example key={example.id} {...example} />
    ))}
  </DocsSection>
)

const OptionsSection = () => (
  <DocsSection
    id="options"
    lead="NIM.getInstance(options)：每个应用的每个账号一个实例；再次调用时更新选项，断开了则重新连接。换了 appKey 或 account 会得到另一个实例，并用新的选项登录；不再用的实例请 destroy。"
  >
    <Table
      caption="getInstance 的选项"
      heads={['选项', '说明']}
      rows={createRows(optionTexts, reference.options, 'option')}
    />
    <Table
      caption="发送方法的共同选项"
      heads={['选项', '说明']}
      rows={createRows(sendOptionTexts, reference.sendOptions, 'send')}
    />
    <p className="mt-5">
      表中没有的选项与回调可以照旧传入，但没有作用，控制台里各写明一次。其他 SDK 常用的有：
      {otherSdkOptions.map((name) => (
        <span key={name}>
          <Code>{name}</Code>、
        </span>
      ))}
      以及以 <Code>antiSpam</Code>、<Code>yidun</Code>、<Code>clientAntiSpam</Code>{' '}
      开头的选项。连接、存储与日志的选项（defaultLink、transports、db、各个超时等）不能用 setOptions
      更换，需要新的实例，控制台里也会写明。
    </p>
    <Table
      caption="其他 SDK 常用、方法中没有作用的选项（方法没有读取的其他选项，控制台里也写明）"
      heads={['方法', '选项']}
      rows={methodOptionsWithoutEffect.map(([names, methods]) => [
        <Code key={methods}>{methods.replaceAll(' ', '、')}</Code>,
        <Code key={names}>{names.replaceAll(' ', '、')}</Code>,
      ])}
    />
  </DocsSection>
)

const CallbacksSection = () => (
  <DocsSection
    id="callbacks"
    lead="回调写在 getInstance 的选项中。登录后依次是 onconnect、各项初次同步、onsyncdone；得到的数组与对象都是副本，可以修改。回调中抛出的错误不影响 SDK，随后作为未捕获的错误出现在控制台。"
  >
    <Table caption="回调" heads={['回调', '说明']} rows={createRows(callbackTexts, reference.callbacks, 'callback')} />
    <Table
      caption="ondisconnect 中 code 是 kicked 时的 reason"
      heads={['reason', '说明']}
      rows={createRows(kickTexts, {})}
    />
  </DocsSection>
)

const MethodsSection = () => (
  <DocsSection
    id="methods"
    lead="选项中都可以写 done(error, data)，它总在方法返回之后或同时被调用一次；成功时 error 为 null，WithDone<T> 中的 T 就是 data。"
  >
    {methodGroups.map((group) => (
      <FoldedPart key={group.id} id={`methods-${group.id}`} title={group.title}>
        {'lead' in group && <p>{group.lead}</p>}
        {group.id === 'events' && <Example {...sectionExamples.events} />}
        <Table
          caption={group.title}
          isCaptionHidden
          heads={['方法', '说明']}
          rows={createRows(group.methods, reference.methods, 'method')}
        />
      </FoldedPart>
    ))}
  </DocsSection>
)

const TypesSection = () => (
  <DocsSection id="types" lead="方法与回调中出现的类型，包中都有声明。">
    <Table
      caption="类型"
      heads={['类型', '声明']}
      rows={Object.entries({ ...tableTypeTexts, ...reference.types })
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => [
          <Entry key={name} kind="type" name={name} />,
          <code key={text} className="im-docs-type">
            {text}
          </code>,
        ])}
    />
  </DocsSection>
)

const ErrorsSection = () => (
  <DocsSection
    id="errors"
    lead="error 是 Error，另有 code 与 data。服务器的错误是数字，SDK 的错误是词。上传被服务器拒绝时的数字见“从其他 SDK 迁移”。"
  >
    <Table
      caption="错误"
      heads={['code', '说明']}
      rows={Object.entries(imErrors).map(([name, { code, message }]) => [
        <Entry key={name} kind="error" name={code} />,
        <>
          <strong>{message}</strong>
          <br />
          {errorTexts[name as ImErrorName]}
        </>,
      ])}
    />
  </DocsSection>
)

const LimitsSection = () => (
  <DocsSection id="limits" lead="超过长度得到 414；超过频率得到 416，data 中有需要等待的秒数。">
    <Table caption="长度与数量" heads={['内容', '上限']} rows={sizeLimits} />
    <Table caption="不能用的名称（414）" heads={['哪里', '名称']} rows={refusedNames} />
    <FoldedPart id="limits-commands" title="命令">
      <Table
        caption="命令"
        isCaptionHidden
        heads={['命令', '频率（每个账号）、超时与限制']}
        rows={commandLimits.map(({ name, frequency, timeoutSeconds, errors, fields }) => [
          <Entry key={name} kind="command" name={name} />,
          <>
            {frequency}，超时 {timeoutSeconds} 秒
            {fields.length > 0 && (
              <>
                <br />
                {fields.join('；')}
              </>
            )}
            {errors.length > 0 && (
              <>
                <br />
                错误：{errors.map((error) => imErrors[error].code).join('、')}
              </>
            )}
          </>,
        ])}
      />
    </FoldedPart>
  </DocsSection>
)
