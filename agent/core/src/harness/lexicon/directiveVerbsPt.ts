/** Portuguese verbs that open a directive, in the infinitive; the regular forms are derived. */
export const directiveVerbsPt = `
    abrir acessar acoplar acrescentar adaptar adicionar adivinhar adotar agendar agregar agrupar ajustar
    alinhar alocar alterar analisar anexar anotar apagar aplicar apontar apresentar aproveitar armazenar
    arredondar arrumar assinar assumir atualizar aumentar autenticar autorizar avisar bagunçar baixar
    bloquear botar buildar buscar cachear calcular cancelar capturar carregar centralizar chamar checar
    chumbar chutar codificar colar colocar combinar comentar começar comitar commitar comparar compartilhar
    compilar completar comunicar concatenar concluir confiar configurar confirmar consertar considerar
    consolidar consultar contar continuar converter copiar correr corrigir criar dar decidir declarar
    definir deixar deletar depender depurar desabilitar desativar descartar descobrir descrever desenhar
    desfazer desligar destacar detalhar devolver diminuir dividir documentar duplicar editar eliminar
    embutir encapsular encerrar encontrar encostar encurtar entender entrar entregar enviar escapar
    esclarecer escrever esperar esquecer estender estruturar esvaziar evitar evoluir excluir executar
    expandir explicar expor exportar extrair fazer fechar filtrar finalizar fixar focar formatar fornecer
    forçar gerar gravar guardar habilitar hardcodar identificar ignorar implantar implementar importar
    imprimir incluir informar iniciar inlinear inserir instalar integrar introduzir inventar inverter
    investigar jogar juntar lançar ler levar liberar ligar limitar limpar listar logar mandar manter mapear
    marcar medir melhorar mencionar mesclar mexer migrar misturar mockar modificar montar mostrar mover
    mudar nomear normalizar notificar olhar ordenar otimizar padronizar paginar parametrizar parar passar
    pausar pedir pegar perder perguntar permitir persistir pesquisar planejar preencher prender preparar
    priorizar processar procurar prometer proteger publicar pular pushar puxar pôr quebrar reaproveitar
    receber reconstruir recriar reduzir reescrever refatorar refazer refletir reformatar registrar
    reiniciar reinstalar remover renomear reorganizar reparar repassar repetir resetar resolver respeitar
    responder restaurar restringir resumir retornar reusar reutilizar reverter revisar rodar sair salvar
    sanitizar seguir separar serializar silenciar simplificar sincronizar sobrecarregar somar subestimar
    subir substituir sugerir tentar terminar testar tirar tocar traduzir tratar trocar usar utilizar
    validar vazar vender verificar versionar virar voltar zerar
`;

/**
 * Irregular imperatives, `lemma: formal forms | informal forms`. The informal form is also the one of the
 * third person, so it counts less.
 */
export const irregularVerbsPt = `
fazer: faça façam façamos | faz
refazer: refaça refaçam | refaz
desfazer: desfaça desfaçam | desfaz
manter: mantenha mantenham mantenhamos | mantém
seguir: siga sigam sigamos | segue
inserir: insira insiram | insere
sugerir: sugira sugiram | sugere
refletir: reflita reflitam | reflete
pôr: ponha ponham | põe
supor: supor suponha suponham | supõe
preferir: preferir prefira prefiram | prefere
subir: suba subam | sobe
descobrir: descubra descubram | descobre
assumir: assuma assumam | assume
ler: leia leiam | lê
dar: dê deem | dá
pedir: peça peçam | pede
repetir: repita repitam | repete
expor: exponha exponham | expõe
compor: compor componha componham | compõe
propor: propor proponha proponham | propõe
ter: tenha tenham |
ser: seja sejam |
ir: vá vão |
dizer: diga digam |
ver: veja vejam | vê
trazer: trazer traga tragam | traz
excluir: exclua excluam | exclui
incluir: inclua incluam | inclui
concluir: conclua concluam | conclui
evoluir: evolua evoluam | evolui
substituir: substitua substituam | substitui
reconstruir: reconstrua reconstruam | reconstrói
construir: construir construa construam | constrói
traduzir: traduza traduzam | traduz
introduzir: introduza introduzam | introduz
reduzir: reduza reduzam | reduz
extrair: extraia extraiam | extrai
sair: saia saiam | sai
permitir: permita permitam | permite
`;

/** Informal imperatives that count after a negator ("não mexe"). */
export const informalAfterNegatorPt = `
    usa mexe toca altera muda edita escreve reescreve refatora renomeia comita commita comenta instala inventa
    faz coloca põe bota tira chuta assume supõe encosta loga documenta formata reformata pusha modifica
    atualiza gera
`;
/** The same, in clauses that hold a code noun. */
export const informalBesideCodeNounPt =
  "cria adiciona acrescenta apaga deleta remove duplica copia troca deixa";
export const codeNounsPt = `
    arquivo arquivos pacote pacotes lib libs biblioteca bibliotecas dependência dependências teste testes assert
    asserts comentário comentários classe classes função funções migration migrations migração migrações branch
    log logs endpoint endpoints código import imports tabela coluna nada
`;
/** Informal imperatives that count after "sempre". */
export const informalAfterAlwaysPt =
  "usa escreve comenta documenta commita comita respeita prefere evita mantém faz coloca põe adiciona segue testa";
/** The same, where the clause says whom or when to ask. */
export const askingVerbsPt = "pergunta avisa confirma consulta pede";
