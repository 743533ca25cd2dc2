/** Portuguese verbs that open a directive, in the infinitive; the regular forms are derived. */
export const directiveVerbsPt = `
    abrir acessar acoplar acrescentar adaptar adicionar adivinhar adotar agendar agregar agrupar ajustar
    alinhar alocar alterar analisar anexar anotar apagar aplicar apontar apresentar aproveitar armazenar
    arredondar arrumar assinar assumir atualizar aumentar autenticar autorizar avisar bagunçar baixar
    bloquear botar buildar buscar cachear calcular cancelar capturar carregar centralizar chamar checar
    chumbar chutar codificar colar colocar combinar comentar começar comitar commitar compactar comparar
    compartilhar compilar completar complicar comunicar concatenar concluir conectar conferir confiar
    configurar confirmar consertar considerar consolidar consultar contar continuar converter copiar correr
    corrigir criar dar debugar decidir declarar definir deixar deletar depender deployar depurar
    desabilitar desativar descartar descobrir descrever desenhar desfazer desinstalar desligar destacar
    detalhar devolver diminuir dividir documentar duplicar editar eliminar embrulhar embutir empregar
    encapsular encerrar encontrar encostar encurtar enfileirar entender entrar entregar enviar escapar
    esclarecer escrever esperar esquecer estabelecer estender estruturar esvaziar evitar evoluir excluir
    executar exibir exigir expandir explicar expor exportar extrair fatiar fazer fechar filtrar finalizar
    fixar focar formatar fornecer forçar fundir garantir gerar girar gravar guardar habilitar hardcodar
    herdar identificar ignorar implantar implementar importar imprimir incluir incorporar indentar indicar
    informar inicializar iniciar injetar inlinear inserir inspecionar instalar instanciar integrar
    introduzir inventar inverter investigar invocar isolar jogar juntar justificar lançar ler levar liberar
    ligar limitar limpar linkar listar logar mandar manter manusear mapear marcar medir melhorar mencionar
    mergear mesclar mexer migrar misturar mockar modificar montar mostrar mover mudar nomear normalizar
    notar notificar obter ocultar olhar ordenar otimizar padronizar paginar parametrizar parar parsear
    passar pausar pedir pegar perder perguntar permitir persistir pesquisar planejar preencher prender
    preparar priorizar processar procurar proibir prometer proteger provar publicar pular pushar puxar pôr
    quebrar reaproveitar rebuildar recarregar receber reconstruir recortar recriar recusar reduzir
    reescrever refatorar refazer refletir reformatar regenerar registrar reiniciar reinstalar rejeitar
    relatar remover renomear reorganizar reparar repassar repetir replicar resetar resgatar resolver
    respeitar responder restaurar restringir resumir retirar retornar reusar reutilizar reverter revisar
    rodar sair saltar salvar sanitizar seguir selecionar separar serializar silenciar simplificar simular
    sincronizar sobrecarregar somar subestimar subir substituir sugerir suprimir tentar terminar testar
    tipar tirar tocar trabalhar traduzir transferir transformar tratar travar trocar unificar unir usar
    utilizar validar vazar vender verificar versionar vincular virar voltar zerar
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
