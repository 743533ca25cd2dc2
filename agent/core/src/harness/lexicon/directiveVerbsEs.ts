/** Spanish verbs that open a directive, in the infinitive; the regular forms are derived. */
export const directiveVerbsEs = `
    abrir aclarar acoplar actualizar adaptar adivinar adoptar agregar agrupar ajustar alinear almacenar
    alterar ampliar analizar anotar apagar aplicar aprovechar apuntar arreglar asumir aumentar autenticar
    autorizar avisar añadir borrar buscar cachear calcular cambiar cancelar capturar cargar centrar cerrar
    chequear codificar colocar combinar comentar commitear comparar compartir compilar completar complicar
    comprimir conectar confiar configurar confirmar considerar consultar contar contestar continuar
    convertir copiar corregir correr crear decidir declarar definir dejar depender deployar depurar
    desactivar descartar describir deshabilitar desinstalar desplegar detallar dibujar diseñar disminuir
    dividir documentar duplicar editar ejecutar eliminar empezar emplear encadenar encapsular encolar
    encontrar enlazar entrar entregar enviar escapar esconder escribir esperar establecer estructurar
    evaluar evitar exagerar explicar exponer exportar extender extraer fijar filtrar finalizar firmar
    formatear forzar fusionar garantizar generar gestionar girar grabar guardar habilitar harcodear
    hardcodear identificar ignorar implementar importar imprimir incluir incorporar indentar indicar
    informar inicializar iniciar insertar inspeccionar instalar instanciar integrar intentar introducir
    inventar invertir investigar invocar inyectar lanzar leer liberar limitar limpiar listar llamar llevar
    loggear lograr loguear mandar manejar mantener mapear marcar medir mejorar mencionar mergear meter
    mezclar migrar mirar mockear modificar montar mostrar mover nombrar normalizar notificar obtener
    ocultar olvidar optimizar ordenar organizar paginar parar parchear parsear pasar pausar pedir pegar
    pensar perder permitir persistir planificar poner preguntar preparar priorizar probar procesar
    programar prohibir proporcionar publicar pushear quitar recargar rechazar reciclar reconstruir recortar
    recrear redactar redondear reducir reemplazar reescribir refactorear refactorizar reformatear refrescar
    regenerar registrar rehacer reiniciar reinstalar reintentar rellenar renombrar reordenar reorganizar
    reparar repetir resetear respetar responder restaurar resumir retirar retornar reutilizar revertir
    revisar romper rotar saltar sangrar seleccionar separar serializar silenciar simplificar simular
    sincronizar sobrescribir solucionar subir subrayar sugerir sumar suponer suprimir sustituir terminar
    testear tipar tirar tocar tomar traducir traer tragar transformar trasladar tratar unificar unir usar
    utilizar vaciar validar vender verificar volver
`;

/**
 * Irregular forms, `lemma: imperatives | subjunctives`. The imperative of tú is also the third person of a
 * report; the subjunctive is what follows a negator. `dé` is left out: without its accent it is `de`.
 */
export const irregularVerbsEs = `
hacer: hacer haz hace | hagas haga hagan hagamos
rehacer: rehaz | rehagas rehaga rehagan
poner: pon | pongas ponga pongan
suponer: supon | supongas suponga supongan
decir: decir di | digas diga digan
mantener: manten | mantengas mantenga mantengan
seguir: seguir sigue | sigas siga sigan
mover: mueve | muevas mueva muevan
incluir: incluye | incluyas incluya incluyan
sustituir: sustituye | sustituyas sustituya sustituyan
reconstruir: reconstruye | reconstruyas reconstruya reconstruyan
construir: construir construye | construyas construya construyan
introducir: introduce | introduzcas introduzca introduzcan
reducir: reduce | reduzcas reduzca reduzcan
traducir: traducir traduce | traduzcas traduzca traduzcan
desplegar: despliega | despliegues despliegue desplieguen
mostrar: mostrar muestra | muestres muestre muestren
encontrar: encuentra | encuentres encuentre encuentren
contar: cuenta | cuentes cuente cuenten
comprobar: comprobar comprueba | compruebes compruebe comprueben
probar: prueba | pruebes pruebe prueben
cerrar: cierra | cierres cierre cierren
empezar: empieza | empieces empiece empiecen
forzar: fuerza | fuerces fuerce fuercen
leer: lee | leas lea lean
proteger: proteger protege | protejas proteja protejan
preferir: preferir prefiere | prefieras prefiera prefieran
sugerir: sugiere | sugieras sugiera sugieran
convertir: convierte | conviertas convierta conviertan
invertir: invierte | inviertas invierta inviertan
elegir: elegir elige | elijas elija elijan
corregir: corrige | corrijas corrija corrijan
resolver: resolver resuelve | resuelvas resuelva resuelvan
devolver: devolver devuelve | devuelvas devuelva devuelvan
volver: vuelve | vuelvas vuelva vuelvan
dar: dar da | des den
ser: sé | seas sea sean
tener: ten | tengas tenga tengan
traer: trae | traigas traiga traigan
extraer: extrae | extraigas extraiga extraigan
ir: | vayas vaya vayan
subir: sube | subas suba suban
sumar: suma | sumes sume sumen
intentar: intenta | intentes intente intenten
revertir: revertir revierte | reviertas revierta reviertan
deshacer: deshacer deshaz | deshagas deshaga deshagan
descartar: descarta | descartes descarte descarten
medir: mide | midas mida midan
pedir: pide | pidas pida pidan
repetir: repite | repitas repita repitan
salir: salir sal | salgas salga salgan
distribuir: distribuir distribuye | distribuyas distribuya
`;

/** Imperatives that count after "siempre" although they look like reports. */
export const imperativesAfterAlwaysEs =
  "usa utiliza escribe pon haz agrega añade mantén respeta prefiere evita documenta comenta commitea";
/** The same, where the clause says whom or when to ask. */
export const askingVerbsEs = "pregunta pide revisa avisa consulta confirma";
/** Infinitives after "no" that make no prohibition, and a noun that looks like one. */
export const notProhibitedEs = "poder saber haber tener ser ver lugar estar hogar par bar mar";
