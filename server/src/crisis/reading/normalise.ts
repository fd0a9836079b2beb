// Normalises text for the detector: width, case, simplified characters, and hidden spellings. Each step is a single
// pass without backtracking, so the time is linear for any text.

/** Limits for long texts: only the beginning and the end are read, where signs of a crisis usually are. */
const headLength = 2_000
const tailLength = 500
export const maxReadLength = headLength + tailLength

/** Pairs of a traditional character and its simplified form. */
export const traditionalPairs =
  '殺杀輕轻盡尽縊缢尋寻見见殘残傷伤沒没還还麼么過过樓楼藥药開开後后這这個个們们離离斷断會会來来說说讓让媽妈難难無无結结為为從从給给願愿懷怀頂顶臺台檯台臥卧軌轨橋桥跡迹遺遗書书絕绝筆笔訣诀別别再再對对謝谢準准備备買买繩绳燒烧煤煤氣气農农總总歡欢親亲愛爱腦脑壞坏極极夠够膩腻煩烦義义價价負负擔担贅赘餘余勁劲長长覺觉裡里裏里點点樣样種种條条現现時时間间聽听講讲課课學学師师醫医報报導导讀读練练習习選选擇择釋释電电話话熱热線线預预幹干訓训諮咨詢询標标題题歷历' +
  '誰谁請请問问嗎吗應应該该認认識识說说談谈計计劃划記记許许設设試试調调論论證证評评語语誤误誠诚詩诗訴诉詞词譯译變变議议護护貝贝財财貨货費费貴贵賣卖質质賠赔賬账賭赌贏赢錢钱銀银鐵铁鎖锁錯错鏡镜鐘钟針针釘钉鋼钢門门閉闭悶闷閃闪關关聞闻閱阅陽阳陰阴陪陪際际隱隐隻只雖虽雙双雜杂雞鸡靜静項项順顺須须頭头頸颈頻频顆颗額额顏颜類类顧顾風风飛飞飯饭飲饮養养餓饿館馆馬马騙骗驚惊體体髮发鬆松鬧闹魚鱼鳥鸟麗丽黃黄黑黑齊齐齒齿龍龙東东車车輛辆載载輸输轉转軟软較较農农運运進进遠远連连違违選选遊游達达遲迟還还邊边郵邮鄰邻釀酿場场塊块堅坚壓压聲声處处備备夢梦夥伙夾夹奪夺婦妇嬰婴寶宝實实審审寫写寬宽專专將将屍尸層层歲岁島岛幫帮師师帶带並并幾几廣广廢废廠厂彈弹強强張张後后徑径從从復复憶忆懶懒戀恋戰战戲戏戶户拋抛掛挂採采換换揮挥損损搖摇撐撑撥拨擁拥擊击擔担據据擾扰攔拦敗败數数斷断於于暈晕暫暂曉晓書书條条楊杨業业樂乐樹树機机權权歸归殼壳毀毁決决沖冲況况淚泪淨净淺浅渾浑湯汤溝沟溫温滅灭滿满漢汉潔洁澀涩濕湿灣湾災灾為为烏乌無无燈灯爐炉爛烂爭争爺爷牆墙獎奖獨独現现環环瓊琼產产畢毕畫画異异當当疊叠瘋疯療疗癒愈發发皺皱盤盘監监眾众睏困矯矫確确碼码禮礼禱祷種种稱称積积穩稳窮穷竅窍競竞筆笔節节範范簡简籃篮粧妆糧粮糾纠紀纪約约紅红納纳紙纸級级紛纷紗纱終终組组細细紹绍經经結结絡络統统絲丝維维網网緊紧線线緣缘編编緩缓縫缝縮缩總总績绩繼继續续纏缠罵骂羅罗義义習习聯联聰聪職职聽听肅肃脈脉脫脱腫肿腸肠膚肤膽胆臉脸臨临舉举舊旧艱艰節节荒荒華华萬万葉叶蓋盖藍蓝藥药蘇苏處处虛虚號号蟲虫術术衛卫衝冲補补裝装製制複复襪袜規规視视覽览觸触訂订討讨託托訊讯詳详誇夸課课諾诺謊谎謹谨譽誉讚赞豬猪貓猫負负責责貼贴賤贱賴赖趕赶趙赵跡迹踐践躍跃車车辦办辭辞農农鄉乡醜丑釣钓鈕钮鈴铃鉛铅銷销錄录鍋锅鍵键鎮镇鐵铁鑰钥閒闲闆板陣阵階阶隊队隨随險险雲云霧雾韓韩響响頁页頓顿領领題题願愿顯显飄飘餅饼餐餐騎骑驗验鬱郁鬼鬼麵面麻麻黨党點点塵尘們们兒儿兩两內内冊册凍冻剛刚創创劇剧動动務务勝胜勞劳勢势勸劝區区協协單单卻却厲厉參参員员啟启嗆呛嗚呜嘆叹嘗尝噴喷嚇吓嚴严國国圍围園园圓圆團团圖图執执報报墜坠墳坟壽寿奮奋媳媳孫孙宮宫尷尴屬属幣币幹干彎弯彥彦徵征慘惨慶庆慚惭憂忧憐怜憑凭應应懇恳懲惩懸悬掃扫掙挣揀拣擠挤擺摆攤摊敵敌斃毙昇升曬晒朧胧枴拐柵栅桿杆槍枪檢检櫃柜欄栏歐欧歎叹毆殴滾滚漲涨潑泼濟济瀏浏灑洒灘滩煉炼煙烟爾尔牽牵犧牺狀状獄狱獸兽瑪玛疇畴癌癌癱瘫盜盗眞真睜睁瞞瞒祕秘禍祸窩窝竊窃籤签緒绪縱纵繃绷罰罚聞闻臟脏艙舱蒼苍薦荐藝艺蝦虾蠢蠢衆众襲袭誌志誕诞諒谅謀谋贈赠贖赎踴踊蹤踪軀躯輩辈輪轮遷迁遺遗適适邏逻釐厘鈔钞閘闸陸陆陳陈雋隽靈灵韻韵頹颓飼饲駕驾騷骚鬥斗鬚须鹹咸'
/** Simplified characters by code unit, because each traditional one is a single unit. */
const simplified = new Map<number, string>()
for (let i = 0; i + 1 < traditionalPairs.length; i += 2)
  simplified.set(traditionalPairs.charCodeAt(i), traditionalPairs[i + 1]!)
// maps Cantonese and dialect words to standard ones, so that they share weights
for (const [spoken, simple] of [
  ...Object.entries({
    唔: '不',
    係: '是',
    嘅: '的',
    冇: '没',
    佢: '他',
    咗: '了',
    喺: '在',
    哋: '们',
    諗: '想',
    谂: '想',
  }),
  ...Object.entries({
    瞓: '睡',
    攰: '累',
    畀: '给',
    搵: '找',
    睇: '看',
    鎅: '割',
    嗰: '那',
    咁: '这么',
    喇: '了',
    㗎: '啊',
  }),
  ...Object.entries({
    咩: '什么',
    俺: '我',
    咱: '我',
    咧: '了',
    啦: '了',
    咋: '怎么',
    啥: '什么',
    妳: '你',
    祂: '他',
    餵: '喂',
  }),
])
  simplified.set(spoken.charCodeAt(0), simple)

const chinese = /\p{Script=Han}/u
const chineseOrWord = /[\p{L}\p{N}]/u

/** Hidden spellings by sound, character or Latin letters, with their meaning. Longest first. */
const spellings: readonly (readonly [string, string])[] = (
  [
    '自杀:自刹 自煞 自莎 自沙 自鲨 自傻 自4 自s 自sha 自shā 紫杀 紫煞 紫鲨 紫刹 梓杀 子杀 字杀 滋杀 兹杀 孜杀 zi杀 z杀 zì杀 zisha zìshā 目杀 白杀 自❌ 自🔪 自乂 紫砂 梓沙 紫沙 kms z+s zi+sha suicide suicidal sewerslide unalive 自sh 滋鲨 寄杀 自裁 自戕 自刎 自噶 自嘎',
    '轻生:轻sheng 轻shēng 轻s 氢生 青生 qing生 qingsheng qīngshēng 轻笙 轻身了断',
    '割腕:ge+wan g+w 割wan 割万 割碗 割w 哥腕 歌腕 ge腕 gewan g腕 割丸 隔腕',
    '自残:自can 自惨 自餐 zi+can z+c 紫残 子残 zi残 zican z残',
    '跳楼:跳lou 跳l 跳㡿 挑楼 tiao楼 tiaolou 跳娄 条楼 跳喽',
    '跳:tiao',
    '上吊:shang吊 上diao 上屌 尚吊 伤吊',
    '烧炭:shao炭 烧tan 烧碳 shaotan 少炭',
    '安眠药:an眠药 安眠yao 安绵药 安mian药',
    '遗书:遗shu yi书 yishu 遗输 遗梳 仪书',
    '结束:结shu jie束 jieshu',
    '了断:了duan liao断 liaoduan 了段',
    '了结:了jie liao结 liaojie',
    '生命:sheng命 生ming shengming',
    '不想活:不想huo 不想h 不香活 卜想活 卟想活 布想活 bu+xiang+huo buxianghuo 不xiang活 8想活 bxh 不想或了 不想货了 不想伙了 不想祸了 不想或下去',
    '活下去:活落去 或下去 货下去',
    '生存下去:生存落去',
    '想死:想4 想s 想si 想sǐ 想亖 想鼠 想歹匕 想列匕 想一夕匕 xiang+si xiang死 xiangsi 想思掉 x死 想die 想西内 wanna+die want+to+die wish+i+was+dead 想噶 想嘎 相死了 好相死 想屎了',
    '去死:去si 去4 去亖 去鼠 qusi 去歹匕',
    '让我死:让我s 让我4 让我亖 让我si',
    '死了:s了 4了 亖了 歹匕了 si了 亡了我',
    '死掉:s掉 4掉 亖掉 si掉',
    '死:亖 歹匕 列匕',
    '药:yao',
    '活:huo',
    '杀了自己:噶了自己 嘎了自己 噶掉自己 嘎掉自己 鲨了自己 噶自己 kill+myself end+my+life end+it+all',
  ] as const
).flatMap((row) => {
  const [word, spelled] = row.split(':') as [string, string]
  return spelled.split(' ').map((spelling) => [spelling.replaceAll('+', ' '), word] as const)
})
const spelledBy = new Map<number, (readonly [string, string])[]>()
for (const row of spellings.toSorted(([a], [b]) => b.length - a.length)) {
  const first = row[0].charCodeAt(0)
  spelledBy.set(first, [...(spelledBy.get(first) ?? []), row])
}
/** Following characters that give a spelling its literal meaning: teapots, birthdays, stairs. */
const notAfter: Record<string, string> = {
  紫砂: '壶茶锅泥杯煲陶器艺矿盆罐料',
  亖: '',
  烧碳: '烤酸',
  青生: '日病气活产意长',
  条楼: '盘层道梯房号下上',
  挑楼: '盘层道梯房号下上',
  想鼠: '标年疫类宝药妇',
  去鼠: '疫',
  想噶: '腰韭羊',
  想嘎: '嘣嘎',
  仪书: '法籍',
}
/** Preceding characters that give a spelling its literal meaning: 来自4班, 24了, 独自傻坐. */
const notBefore: readonly (readonly [startOfSpelling: RegExp, characters: string])[] = [
  [/^自[^裁戕刎]/u, '来独暗各亲径擅顾兀'],
  [/^4了|^s了/u, '0123456789差剩到第有共满.'],
  [/^8想活/u, '0123456789'],
  [/^仪书/u, '礼司威'],
]
/** Spellings that are also parts of ordinary words, such as 儿子杀鱼. They count only at the start or after a wish. */
const onlyLed = new Set(
  '子杀 字杀 目杀 白杀 寄杀 青生 氢生 条楼 挑楼 伤吊 尚吊 哥腕 歌腕 割万 割碗 了段 紫砂 紫沙 梓沙'.split(' '),
)
const leaders = '想要去我会能备定算过就再次试真好都又个,?'
/** Only these characters follow a spelling that ends with a digit or a single letter: 想4了, but 想4个. */
const followers = '了的啊吧呀呢吗嘛啦哦算掉好就也都心又但可不我没真未过倾念想冲,?'
const endsShort = /(?:4|(?<![a-z])[shlw])$/u
const isLetter = (character: string | undefined) => character !== undefined && character >= 'a' && character <= 'z'

const latinEnd = /[a-z]$/u
const latinStart = /^[a-z]/u

function isHiddenSpelling(spelling: string, before: string | undefined, next: string | undefined): boolean {
  if (latinEnd.test(spelling) && isLetter(next)) return false
  if (latinStart.test(spelling) && isLetter(before)) return false
  if (next !== undefined && notAfter[spelling]?.includes(next)) return false
  if (next !== undefined && endsShort.test(spelling) && chineseOrWord.test(next) && !followers.includes(next))
    return false
  if (before === undefined) return true
  if (onlyLed.has(spelling) && chineseOrWord.test(before) && !leaders.includes(before)) return false
  return !notBefore.some(([start, characters]) => start.test(spelling) && characters.includes(before))
}

/** `hidden` counts replaced spellings, which ordinary texts do not contain. */
export type NormalisedText = { text: string; hidden: number }

function replaceHiddenSpellings(text: string): NormalisedText {
  let output = ''
  let hiddenCount = 0
  let copiedUntil = 0 // the text before it is already in `output`
  for (let at = 0; at < text.length; at++) {
    const match = spelledBy
      .get(text.charCodeAt(at))
      ?.find(
        ([spelling]) =>
          text.startsWith(spelling, at) && isHiddenSpelling(spelling, text[at - 1], text[at + spelling.length]),
      )
    if (!match) continue
    output += text.slice(copiedUntil, at) + match[1]
    hiddenCount++
    copiedUntil = at + match[0].length
    at = copiedUntil - 1
  }
  return { text: output + text.slice(copiedUntil), hidden: hiddenCount }
}

/** Marks that end a clause. Any other mark between two characters only hides or decorates. */
const borders = new Set(',，。.!！?？;；:：\n…~、')
const quoteMarks = new Set('"“”「」『』‘’《》【】()（）')
const hiddenWords = new Set([
  '自杀',
  '轻生',
  '割腕',
  '自残',
  '自尽',
  '跳楼',
  '上吊',
  '不想活',
  '想死',
  '去死',
  '自刹',
  '自煞',
  '烧炭',
])

/** Joins separated characters ("自 杀", "好 想 死"): each single one is joined with its neighbour. */
function joinSeparatedCharacters(text: string): NormalisedText {
  const pieces = text.split(/([^\p{L}\p{N}]+)/u)
  let output = pieces[0] ?? ''
  let hiddenCount = 0
  let isPreviousLone = output.length === 1
  for (let i = 1; i + 1 < pieces.length; i += 2) {
    const gap = pieces[i]!
    const next = pieces[i + 1]!
    const isLone = next.length === 1 && chinese.test(next)
    const marks = Array.from(gap)
    const isBorder = marks.some((mark) => borders.has(mark) || quoteMarks.has(mark))
    const word = output.slice(-1) + next.slice(0, 1)
    const isWord = hiddenWords.has(word) || hiddenWords.has(output.slice(-2) + next.slice(0, 1))
    const isHidden =
      isWord && marks.length <= 3 && (isLone || isPreviousLone) && !(gap.includes(',') && word === '想死')
    if (isHidden || (!isBorder && (isLone || (isPreviousLone && chinese.test(next))))) {
      if (isHidden) hiddenCount++
    } else if (gap === ' ' && latinEnd.test(output) && latinStart.test(next)) output += ' '
    else output += isBorder || marks.every((mark) => mark === ' ') ? reducePunctuation(marks) : gap
    output += next
    isPreviousLone = isLone
  }
  return { text: output, hidden: hiddenCount }
}

/** Reduces a run of marks: quotation marks stay, all others become one border. */
function reducePunctuation(marks: string[]): string {
  const quote = marks.filter((mark) => quoteMarks.has(mark)).join('')
  const hasOtherMark = marks.some((mark) => !quoteMarks.has(mark))
  const hasQuestionMark = marks.includes('?') || marks.includes('？')
  return quote ? quote : hasQuestionMark ? '?' : hasOtherMark ? ',' : ''
}

function toSimplifiedChinese(text: string): string {
  let output = ''
  let copiedUntil = 0
  for (let at = 0; at < text.length; at++) {
    const simpleCharacter = simplified.get(text.charCodeAt(at))
    if (simpleCharacter === undefined) continue
    output += text.slice(copiedUntil, at) + simpleCharacter
    copiedUntil = at + 1
  }
  return output + text.slice(copiedUntil)
}

/** Zero-width and bidirectional characters, and marks drawn over a character. */
const invisible = /[\p{Cf}\p{Mn}]/gu

function normaliseFully(text: string): NormalisedText {
  const readText = text.length <= maxReadLength ? text : `${text.slice(0, headLength)}\n${text.slice(-tailLength)}`
  // cut again, because normalisation may lengthen the text
  const plain = readText
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    .slice(0, maxReadLength + 1)
  const joinedText = joinSeparatedCharacters(toSimplifiedChinese(plain))
  const respelledText = replaceHiddenSpellings(joinedText.text)
  return { text: respelledText.text, hidden: joinedText.hidden + respelledText.hidden }
}

/** Classes of code units, which tell whether a text needs normalisation beyond its marks. */
const characterKinds = { changing: 0, same: 1, spelling: 2, border: 3, question: 4 } as const
const kindOfCharacter = new Uint8Array(0x10000)
const [firstIdeograph, lastIdeograph] = [0x4e00, 0x9fff]
kindOfCharacter.fill(characterKinds.same, firstIdeograph, lastIdeograph + 1)
for (const unit of '0123456789abcdefghijklmnopqrstuvwxyz') kindOfCharacter[unit.charCodeAt(0)] = characterKinds.same
for (const unit of spelledBy.keys())
  if (kindOfCharacter[unit] === characterKinds.same) kindOfCharacter[unit] = characterKinds.spelling
for (const unit of simplified.keys()) kindOfCharacter[unit] = characterKinds.changing
for (const mark of '，,。！!；;：:、') kindOfCharacter[mark.charCodeAt(0)] = characterKinds.border
for (const mark of '？?') kindOfCharacter[mark.charCodeAt(0)] = characterKinds.question

const startsSpelling = (text: string, at: number) =>
  spelledBy.get(text.charCodeAt(at))!.some(([spelling]) => text.startsWith(spelling, at))

/**
 * True for most texts: all characters are simplified and plain, no spelling is hidden, and no clause is one character.
 */
export function needsOnlyPunctuation(text: string): boolean {
  if (text.length > headLength) return false
  let clauseLength = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kindOfCharacter[text.charCodeAt(at)]!
    if (kind === characterKinds.changing || (kind === characterKinds.spelling && startsSpelling(text, at))) return false
    if (kind < characterKinds.border) clauseLength++
    else if (clauseLength === 1) return false
    else clauseLength = 0
  }
  return clauseLength !== 1 || text.length === 1
}

/** The same result as `normaliseFully`, for texts that need only marks. Each run of marks becomes one. */
function normalisePunctuation(text: string): string {
  let output = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    let kind = kindOfCharacter[text.charCodeAt(at)]!
    if (kind < characterKinds.border) continue
    output += text.slice(from, at)
    let mark = ','
    for (; kind >= characterKinds.border; kind = kindOfCharacter[text.charCodeAt(++at)] ?? characterKinds.changing)
      if (kind === characterKinds.question) mark = '?'
    output += mark
    from = at
  }
  return from === 0 ? text : output + text.slice(from)
}

export const normalise = (text: string): NormalisedText =>
  needsOnlyPunctuation(text) ? { text: normalisePunctuation(text), hidden: 0 } : normaliseFully(text)
