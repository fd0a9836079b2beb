// Common pinyin of Chinese passwords, by frequency. No maintained language package has it.

/** The hundred most common surnames (Ministry of Public Security, name reports). */
const pinyinSurnames =
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang xu han feng deng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lv ding ren lu yao shen zhong jiang cui tan lu fan wang liao shi jin wei jia xia fu fang zou xiong bai meng qin qiu hou jiang yin xue yan duan lei long li shi tao he mao hao gu gong shao wan qian tan wu dai mo kong xiang chang'.split(
    ' ',
  )

const givenSyllables =
  'wei min jing li qiang lei jun yang yong yan jie juan tao ming chao xiu xia ping gang gui ying hua yu xin bo bin hui fang lan hong mei ling na dan ting xue lin fei peng hao ran kai xuan zi han yi chen rui jia qi meng yue tian xiang dong liang jian guo zhi hai long feng bao zhen'.split(
    ' ',
  )

/** `zhangwei`, `lina`: a surname with a common given name. */
const fullNames = pinyinSurnames.slice(0, 60).flatMap((surname) => givenSyllables.map((given) => surname + given))

const wordsAndPhrases =
  'wobuzhidao woshishei wodemima mimashi mima caonima nimabi tianxiawudi yishengyishi woaiwojia xiaoxiongmao xinlijiankang xinliweisheng xinlizixun zhonghuarenmingongheguo zhonghua renmin gongheguo yiersan saneryi yiersansi yiersansiwu taobao zhifubao weixin zhejiang henan hebei shandong jiangsu renshengruzhiruchujian chuangqianmingyueguang woaini woaini1314 woaini520 woaiwo wobuaini aini aiwo laopo laogong baobei baobao qinaide zhongguo woaizhongguo beijing shanghai guangzhou shenzhen tianjin chongqing chengdu wuhan nanjing hangzhou xian suzhou shenyang qingdao dalian changsha zhengzhou jinan kunming fuzhou xiamen hefei nanning haerbin mima mima123 wodemima denglu yonghu guanliyuan ceshi nihao nihaoma xiexie pengyou kuaile xingfu jiankang pingan facai gongxifacai mingtian jintian zuotian tiantian xiaoxiao dahai tiankong yangguang xingxing yueliang laoshi xuesheng xuexiao daxue yisheng hushi xinli xinlixue zixun zixunshi xiehui xinqiao qiao jiayou nuli fendou shengli zhuyi taiyang meinv shuaige gege didi jiejie meimei baba mama yeye nainai erzi nver zhuzhu xiaozhu xiaogou xiaomao mao gou zhu niu long hu tu she ma yang hou ji'.split(
    ' ',
  )

const numberWords = [
  ...['520', '521', '1314', '5201314', '1314520', '5211314', '7758521', '9958123', '3344520', '147258', '159357'],
  ...['741852', '963852', '789456', '456789', '654321', '110110', '119119', '114114', '10086', '10010', '888', '666'],
]

/** Words for zxcvbn, most common first. */
export const chinesePasswords = [...wordsAndPhrases, ...numberWords]
export const chineseNames = [...pinyinSurnames, ...givenSyllables, ...fullNames]
