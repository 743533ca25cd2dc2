import type { Language } from "./language.ts";
import { compileRules } from "./language.ts";

const parts = {
  det: "(?:(?:o|a|os|as|um|uma|uns|umas|este|esta|esse|essa|estes|estas|esses|essas|meu|minha|meus|nosso|nossa|todos|todas|todo|toda|ao|aos) )*",
  in: "em|no|na|nos|nas|neste|nesta|nesse|nessa|dentro (?:de|do|da|deste|desta)|de|do|da|dos|das|deste|desta|desse|dessa|por",
  folder: "pasta|diretorio|projeto|repositorio|raiz|codigo|codigo-fonte",
  here: "aqui|daqui|por aqui|{in} (?:aqui|{det}(?:{folder})(?: (?:atual|corrente|inteir[oa]|tod[oa]|do projeto))?)",
  place: "(?:,? (?:{here}|{in} {det}(?:(?:pasta|diretorio|arquivo|ficheiro) )?(?<path>{W})))?",
  show: "mostre|mostra|mostrar|mostre-me|mostra-me|me mostre|me mostra|exiba|exibe|exibir|imprima|imprime|imprimir|veja|ver|olhe|abra|abre|abrir|me diga|diga-me|me de|visualize|visualizar",
  list: "liste|lista|listar|liste-me|me liste|enumere|enumerar|ls",
  things:
    "arquivos e (?:pastas|diretorios)|ficheiros e pastas|pastas e (?:arquivos|ficheiros)|arquivos?|ficheiros?|pastas|conteudos?|diretorios?|tudo|itens|estrutura",
  file: "(?:(?:novo|nova|vazio|texto) )*(?:(?:arquivo|ficheiro|documento|script|nota)(?: novo| vazio| de texto)? )?(?:(?:chamad[oa]|de nome|com (?:o )?nome(?: de)?|nomead[oa]) )?",
  content:
    "(?:com|contendo|que (?:diga|diz|contenha|contem|tenha)|dizendo|e (?:escreva|coloque))(?: {det}(?:seguinte )?(?:conteudo|texto|linhas?|palavras?|frase|codigo|mensagem))?(?: dentro| nele)?(?: de)?:?",
  change:
    "substitua|substitui|substituir|troque|troca|trocar|mude|muda|mudar|altere|altera|alterar|modifique|modifica|modificar|edite|edita|editar",
  piece: "{det}(?:(?:texto|palavras?|string|linha|frase|valor|nome|ocorrencias? de) )*",
  by: "por|para|pelo|pela|com",
  run: "rode|roda|rodar|execute|executa|executar|corra|correr|lance|lancar|inicie",
  what: "{det}(?:(?:palavras?|texto|string|frase|termo|ocorrencias? de|referencias? a|usos? de|mencoes? a|linhas? com) )*",
  search:
    "procure|procura|procurar|busque|busca|buscar|pesquise|pesquisa|pesquisar|encontre|encontra|encontrar|ache|acha|achar|localize|localizar",
  make: "crie|cria|criar|faca|faz|fazer|escreva|escreve|escrever|grave|gravar|gere|gerar|adicione|salve",
};

/** How Portuguese asks, in Brazil and in Portugal. */
export const portuguese: Language = {
  id: "portuguese",
  politePrefix:
    /^(?:(?:por favor|por gentileza|oi|ola|ei|ok|agora|entao|bem|relay|so|apenas|primeiro|depois|finalmente|tambem|de novo|e|(?:voce )?(?:pode|poderia|consegue|podes|podias)(?: me)?|(?:eu )?(?:quero|queria|gostaria de|preciso)(?: que (?:voce|tu))?|vamos|tente|tenta|me ajude a|e preciso)[,!:]? )+/,
  politeSuffix:
    /(?:,? (?:por favor|por gentileza|para mim|pra mim|obrigad[oa]|agora|de novo|novamente|ok|tambem|e (?:me )?(?:diga|mostre|conte)(?:-me)? (?:o resultado|a saida|o que acontece|se passam)))*\s*[.!?:]*$/,
  thenJoint:
    /\s*(?:[,;]?\s+(?:e\s+)?(?:depois(?: disso)?|entao|em seguida|a seguir|logo apos)\b,?\s+|;\s+|(?<=[^\s.])[.!?]+\s+|\n+)\s*/,
  andJoint: /,?\s+e\s+(?:tambem\s+)?/,
  lineRanges: [
    /\b(?:as? |da )?linhas? (?:de )?(?<first>\d+)(?: ?(?:-|–|a|ate|e) ?(?:a )?(?:linha )?(?<last>\d+))?(?: (?:de|do|da|no|na)\b)?/,
    /\b(?:as )?primeiras (?<count>\d+) linhas(?: (?:de|do|da|no|na)\b)?/,
    /\b(?:as )?(?<count>\d+) primeiras linhas(?: (?:de|do|da|no|na)\b)?/,
  ],
  pronoun: /^(?:ele|ela|o arquivo|esse arquivo|este arquivo|o ficheiro|isso|o conteudo(?: dele)?)$/,
  markers:
    /\b(?:o|os|as|um|uma|e|em|no|na|do|da|dos|das|de|por|para|com|arquivos?|ficheiros?|pasta|depois|que|voce|leia|mostre|liste|crie|rode|procure|troque|substitua|ajuda|ola|oi|isso|quais|meu|minha|testes|nao|projeto)\b/g,
  rules: compileRules(parts, [
    [
      "test",
      "(?:{run}|faca|realize|passe) {det}(?:(?:suite|bateria) de )?(?:testes?)(?: (?:unitarios|automatizados))?(?: (?:{here}))?",
      "(?:teste|testa|testar) (?:isso|tudo|{det}(?:projeto|codigo|aplicacao|app))",
      "(?:(?:veja|verifique|verifica|confira|me diga|diga-me|diga|ver|verificar) se )?{det}testes?(?: (?:{here}))? (?:estao passando|passam|passa|passaram|estao ok|funcionam|estao a passar)",
      "(?:verifique|garanta) que {det}testes? (?:passam|passem)",
    ],
    [
      "run",
      "(?:{run}|use|chame)(?: {det}(?:seguinte )?(?:comando|script|linha)(?: de terminal)?(?: seguinte)?)?:? (?<command>{Q})(?: (?:no|na|em) {det}(?:terminal|shell|bash|console|linha de comando|projeto))?",
      "{show} {det}saida de (?<command>{Q})",
    ],
    [
      "replace",
      "{change} {piece}(?<text>{W}) (?:em|no|na) {det}{file}(?<path>{W}),? {by} {piece}(?<to>{W})",
      "{change} {piece}(?<text>{W}) {by} {piece}(?<to>{W})(?:,? (?:em|no|na|dentro (?:de|do))) {det}{file}(?<path>{W})",
      "(?:em|no|na|dentro (?:de|do)) {det}{file}(?<path>{W}),? (?:por favor,? )?{change} {piece}(?<text>{W}) {by} {piece}(?<to>{W})",
      "(?:edite|edita|editar|altere|abra|modifique|atualize) {det}{file}(?<path>{W})(?: e| para|,|:|, e)? (?:substituindo|trocando|mudando|{change}) {piece}(?<text>{W}) {by} {piece}(?<to>{W})",
    ],
    [
      "create",
      "(?:{make}|novo) {det}{file}(?<word>{W})(?:,? {content} (?<content>.+))?",
      "{make} {det}{file}{content} (?<content>{Q}),? (?:e )?(?:chamad[oa]|em|no|com (?:o )?nome(?: de)?) {det}{file}(?<word>{W})",
      "(?:escreva|escreve|escrever|coloque|ponha|grave|gravar|salve|guarde) {det}(?:(?:texto|palavra|frase|linha|conteudo) )?(?<content>{Q}) (?:em|no|na|dentro (?:de|do)) {det}{file}(?<word>{W})",
    ],
    [
      "read",
      "(?:leia|le|ler|{show})(?: para mim)? {det}(?:conteudo (?:de|do|da) )?{det}{file}(?<word>{W})",
      "(?:leia|le|abra|mostre|exiba|veja)(?:-o|-a| ele| ela| o arquivo| esse arquivo| este arquivo| o conteudo(?: dele)?)",
      "(?:o )?que (?:diz|esta escrito em|esta escrito no|contem|tem em|tem no|ha em|ha no|tem dentro de) {det}{file}(?<word>{W})",
      "(?:o )?que {det}{file}(?<word>{W}) (?:diz|contem|tem)",
      "qual e {det}conteudo (?:de|do|da) {det}{file}(?<word>{W})",
    ],
    [
      "list",
      "(?:{list}|{show}) {det}(?:lista de |lista dos )?{det}(?:{things})(?: (?:que (?:existem|estao|ha|tem)|existentes))?{place}",
      "{list}(?: {here})?",
      "{list} {det}(?:(?:pasta|diretorio) )?(?<path>{W})",
      "(?:{list}|{show}) {det}(?:pasta|diretorio) (?<path>{W})",
      "(?:{list}|{show}) (?:{det}que (?:ha|tem|existe|esta)) (?:{here}|(?:em|no|na) {det}(?:pasta|diretorio) (?<path>{W}))",
      "(?:quais|que) (?:sao )?{det}(?:{things})(?: (?:existem|estao|ha|tem|temos|voce ve|que existem))?{place}",
      "(?:o )?que (?:ha|tem|existe|esta) (?:{here}|(?:em|no|na|dentro da) {det}(?:pasta|diretorio) (?<path>{W}))",
    ],
    [
      "findFiles",
      "(?:{search}|{list}|{show}) (?:por )?{det}(?:arquivos?|ficheiros?) (?:chamados?|com (?:o )?nome(?: de)?|que (?:se chamam|correspondem a|terminam (?:em|com))|do tipo|com (?:a )?extensao|tipo) (?<pattern>{W}){place}",
      "(?:{search}|{list}|{show}) (?:por )?{det}(?:arquivos|ficheiros) (?<pattern>\\*?\\.\\w+|\\*\\S*){place}",
      "{search} (?:por )?{det}(?:(?:arquivo|ficheiro) )?(?<pattern>[^\\s\\ue000]*\\.\\w{1,8}|[^\\s\\ue000]*[*?][^\\s\\ue000]*){place}",
      "(?:onde (?:esta|fica|estao)|cade) {det}(?:arquivos?|ficheiros?) (?<pattern>{W}){place}",
    ],
    [
      "search",
      "{search} (?:por |pel[oa] )?{what}(?<text>{Q}){place}",
      "onde (?:e|esta|sao|estao|foi|foram) (?:sendo )?(?:usad|definid|mencionad|chamad|declarad)[oa]s? {what}(?<text>{W}){place}",
      "(?:ha|existe|tem) (?:algum|alguma)? ?{what}(?<text>{W}){place}",
      "(?:{search}|{list}|{show}) (?:por )?{det}(?<text>todo|fixme)s?(?: comentarios?)?{place}",
      "(?:encontre|ache|mostre|veja|descubra|procure|busque) onde {what}(?<text>{W}) (?:e|sao|esta|foi) (?:usad|definid|mencionad|chamad|declarad)[oa]s?{place}",
      "(?:onde|em que arquivos?) (?:esta|fica|e|aparece|se usa|usamos|esta sendo usad[oa]) {what}(?<text>{W})(?: (?:usad|definid|mencionad|chamad|declarad)[oa])?{place}",
      "(?:que|quais) (?:arquivos?|ficheiros?) (?:contem|mencionam?|usam?|tem|citam?) {what}(?<text>{W}){place}",
      "{search} (?:por |pel[oa] )?{what}(?<text>[^\\s\\ue000]+)(?: {here}| (?:em|no|na|nos|nas|dentro (?:de|do|da)) {det}(?:(?:pasta|diretorio|arquivo|ficheiro) )?(?<path>{W}))",
      "{search} (?:por |pel[oa] )?{what}(?<text>.+)",
    ],
    [
      "help",
      "(?:ajuda|me ajude|ajude-me|oi|ola|ei|bom dia|boa tarde|boa noite|(?:o )?que (?:voce )?(?:pode|sabe|consegue) fazer|(?:o )?que voce faz|quem e voce|como voce funciona|obrigad[oa]|muito obrigad[oa])",
    ],
    [
      "unquotedCommand",
      "{run} (?:{det}(?:seguinte )?comando:? )?(?<text>(?!(?:o|a|os|as|um|uma|este|esse|esta|isso|tudo)\\b).+)",
    ],
  ]),
};
